import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { queryClient } from '#kit/ui/api.ts';
import { theme, themeVariables } from '#kit/ui/theme.ts';

/** Dialogs come after the page: a question asked before that waits in its store. */
const ConfirmHost = lazy(async () => ({ default: (await import('#kit/ui/confirm.tsx')).ConfirmHost }));

export function MantineRoot({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        {children}
        <Suspense fallback={null}>
          <ConfirmHost />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
