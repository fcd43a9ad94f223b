import { lazy, Suspense } from 'react';

// what it asks of other features is not carried by the home page of those who decide nothing
const WaitingRows = lazy(() => import('./waiting-rows.tsx'));

/** What waits for the platform's decision. */
export const WaitingWork = () => (
  <Suspense>
    <WaitingRows />
  </Suspense>
);
