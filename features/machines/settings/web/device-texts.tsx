import { lazy, type ReactNode, Suspense } from 'react';
import { FormSkeleton } from '#kit/ui/feedback.tsx';
import { loadNamespaces } from '#kit/ui/i18n.ts';

const Loaded = lazy(async () => {
  // Without them names show as keys, which is poor but not a reason to withhold the page.
  await loadNamespaces('devices').catch(() => {});
  return { default: ({ children }: { children: ReactNode }) => children };
});

/** Names of types, faults, commands and counters are texts of the devices feature. */
export function DeviceTexts({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Loaded>{children}</Loaded>
    </Suspense>
  );
}
