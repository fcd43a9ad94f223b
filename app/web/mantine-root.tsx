import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { openedStore } from '#kit/pages/open-form.ts';
import { queryClient } from '#kit/ui/api.ts';
import { useStore } from '#kit/ui/store.ts';
import { theme, themeVariables } from '#kit/ui/theme.ts';
import { Routed } from './routed.tsx';
import { useIdle } from './use-idle.ts';

/** Dialogs come when the page is idle: a question asked before that waits in its store. */
const ConfirmHost = lazy(async () => ({ default: (await import('#kit/ui/confirm.tsx')).ConfirmHost }));

/** Forms that actions open come with the first of them. */
const SheetHost = lazy(async () => ({ default: (await import('#kit/pages/sheet-host.tsx')).SheetHost }));

export function MantineRoot({ children }: { children: ReactNode }) {
  const idle = useIdle();
  const anyOpened = useStore(openedStore).length > 0;
  return (
    <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Routed>{children}</Routed>
        {anyOpened && (
          <Suspense fallback={null}>
            <SheetHost />
          </Suspense>
        )}
        {idle && (
          <Suspense fallback={null}>
            <ConfirmHost />
          </Suspense>
        )}
      </QueryClientProvider>
    </MantineProvider>
  );
}
