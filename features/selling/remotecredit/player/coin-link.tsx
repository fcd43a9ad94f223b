import { useEffect } from 'react';
import { LinkButton } from '#kit/player/button.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { useSession } from '#kit/ui/session.ts';
import { CoinNotice } from './coin-notice.tsx';
import { CoinOffer } from './coin-offer.tsx';

const staffPath = '/remote_credit';

/** What a customer opens by a one-time link. Staff come here by the same address without one, for their own page. */
export default function CoinLink() {
  const t = useText();
  const isStaff = useSession() !== undefined;
  const query = useQuery();
  const token = query.get('token');
  const wanted = query.size > 0 ? `${staffPath}?${query}` : staffPath;
  const leads = !token && isStaff;
  useEffect(() => {
    if (leads) navigation.go(wanted, { replace: true });
  }, [leads, wanted]);
  if (token) return <CoinOffer key={token} token={token} />;
  if (leads) return null;
  return (
    <CoinNotice title={t('remotecredit:player.incomplete')} hint={t('remotecredit:player.incompleteHint')}>
      <LinkButton kind="plain" to={`/login?redirect=${encodeURIComponent(wanted)}`}>
        {t('remotecredit:player.staffLogin')}
      </LinkButton>
    </CoinNotice>
  );
}
