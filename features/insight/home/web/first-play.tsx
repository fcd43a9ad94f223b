import { Suspense } from 'react';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { LaterSteps } from './later-steps.tsx';
import { lazySteps } from './lazy-steps.ts';
import { type StartCardProps, useTellKnown } from './start-place.ts';

// most have played long since: what the steps ask of other features comes with the steps
const ToFirstPlay = lazySteps(() => import('./to-first-play.tsx'));

/** A merchant's first steps: to a play that somebody paid for; whom to work with comes after it. */
export default function FirstPlay(props: StartCardProps) {
  const { data, isError } = useCall(ordersContract.readFirstPlay, {});
  // what can not be found out holds nothing else up
  useTellKnown(isError, false, props.onKnown);
  if (!data) return null;
  if (data.played) return <LaterSteps {...props} />;
  return (
    <Suspense>
      <ToFirstPlay {...props} />
    </Suspense>
  );
}
