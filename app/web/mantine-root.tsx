import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { openedStore } from '#kit/pages/open-form.ts';
import { queryClient } from '#kit/ui/api.ts';
import { askedStore } from '#kit/ui/asked.ts';
import { useSession } from '#kit/ui/session.ts';
import { useStore } from '#kit/ui/store.ts';
import { theme, themeVariables } from '#kit/ui/theme.ts';
import { Routed } from './routed.tsx';
import { useIdle } from './use-idle.ts';

/**
 * Dialogs come when the page is idle and somebody works here; before that, and on pages that nobody is logged in to, with
 * the first question, which waits in its store.
 */
const ConfirmHost = lazy(async () => {
  const [{ ConfirmHost: Host }] = await Promise.all([
    import('#kit/ui/confirm.tsx'),
    import('#kit/ui/all-styles.ts'),
  ]);
  return { default: Host };
});

/** Forms that actions open come with the first of them. */
const SheetHost = lazy(async () => ({ default: (await import('#kit/pages/sheet-host.tsx')).SheetHost }));

/** True from the first time on: what was answered still fades away. */
function useEver(now: boolean): boolean {
  const ever = useRef(false);
  ever.current ||= now;
  return ever.current;
}

export function MantineRoot({ children }: { children: ReactNode }) {
  const idle = useIdle();
  const someone = useSession() !== undefined;
  const asked = useStore(askedStore) !== undefined;
  const dialogs = useEver(asked || (idle && someone));
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
        {dialogs && (
          <Suspense fallback={null}>
            <ConfirmHost />
          </Suspense>
        )}
      </QueryClientProvider>
    </MantineProvider>
  );
}
