import { Navigate, useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { CoinNotice } from './coin-notice.tsx';
import { CoinOffer } from './coin-offer.tsx';

const staffPath = '/remote_credit';

/** What a customer opens by a one-time link. Staff come here by the same address without one, for their own page. */
export default function CoinLink() {
  const t = useText();
  const user = useSession();
  const [query] = useSearchParams();
  const token = query.get('token');
  if (token) return <CoinOffer key={token} token={token} />;
  const wanted = query.size > 0 ? `${staffPath}?${query}` : staffPath;
  if (user) return <Navigate to={wanted} replace />;
  return (
    <CoinNotice
      title={t('remotecredit:player.incomplete')}
      hint={t('remotecredit:player.incompleteHint')}
      link={{
        to: `/login?redirect=${encodeURIComponent(wanted)}`,
        label: t('remotecredit:player.staffLogin'),
      }}
    />
  );
}
