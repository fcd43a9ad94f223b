import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { queryClient } from '#kit/ui/api.ts';
import { theme, themeVariables } from '#kit/ui/theme.ts';
import { useIdle } from './use-idle.ts';

/** Dialogs come when the page is idle: a question asked before that waits in its store. */
const ConfirmHost = lazy(async () => ({ default: (await import('#kit/ui/confirm.tsx')).ConfirmHost }));

export function MantineRoot({ children }: { children: ReactNode }) {
  const idle = useIdle();
  return (
    <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        {children}
        {idle && (
          <Suspense fallback={null}>
            <ConfirmHost />
          </Suspense>
        )}
      </QueryClientProvider>
    </MantineProvider>
  );
}
