import { Suspense, useState } from 'react';
import { useSession } from '#kit/ui/session.ts';
import { lazySteps } from './lazy-steps.ts';
import { OrganisationSteps } from './organisation-steps.tsx';
import { isDismissed, noteDismissed, type StartCardProps } from './start-place.ts';

// what it asks of other features is not carried by the home page of those who sell nothing
const FirstPlay = lazySteps(() => import('./first-play.tsx'));

export function GettingStarted({ onKnown }: Pick<StartCardProps, 'onKnown'>) {
  const user = useSession();
  const userId = user?.id ?? '';
  const [dismissed, setDismissed] = useState(() => isDismissed(userId));
  if (!user || dismissed) return null;
  const onDismiss = () => {
    noteDismissed(userId);
    setDismissed(true);
  };
  if (user.realm !== 'merchant') return <OrganisationSteps onDismiss={onDismiss} onKnown={onKnown} />;
  return (
    <Suspense>
      <FirstPlay onDismiss={onDismiss} onKnown={onKnown} />
    </Suspense>
  );
}
