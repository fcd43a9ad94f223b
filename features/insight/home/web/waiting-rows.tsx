import { Badge } from '@mantine/core';
import { Link } from 'react-router';
import { partnersContract } from '#features/base/partners/contract.ts';
import { onboardingContract } from '#features/money/onboarding/contract.ts';
import { paymentsContract } from '#features/money/payments/contract.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { useCall } from '#kit/ui/api.ts';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import styles from './home.module.css';

/** undefined for who may not decide it (`needed` by the page where it is decided), and while it is not known. */
function useAnswerIfAllowed<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  needed: AnyEndpoint = endpoint,
): OutputOf<E> | undefined {
  const mayOpen = useCan(needed);
  const allowed = useCan(endpoint) && mayOpen;
  return useCall(endpoint, input, { enabled: allowed }).data;
}

/** One record is asked for, because a page also says how many there are. */
const one = { size: 1 };

function useWaiting() {
  const { listWithdrawals, decideWithdrawal } = walletContract;
  const asked = useAnswerIfAllowed(listWithdrawals, { ...one, state: 'untreated' }, decideWithdrawal);
  const handled = useAnswerIfAllowed(listWithdrawals, { ...one, state: 'processing' }, decideWithdrawal);
  const adjustments = useAnswerIfAllowed(walletContract.listAdjustments, { ...one, state: 'waiting' });
  const rules = useAnswerIfAllowed(walletContract.listPolicies, { ...one, state: 'waiting' });
  const papers = useAnswerIfAllowed(onboardingContract.countSubmissions, {});
  const reviews = useAnswerIfAllowed(partnersContract.reviewCounts, {});
  const disputes = useAnswerIfAllowed(paymentsContract.listDisputes, { ...one, state: 'open' });
  return [
    { key: 'withdrawals', to: '/withdrawal_audit', count: asked?.total },
    { key: 'withdrawalsTaken', to: '/withdrawal_audit?state=processing', count: handled?.total },
    { key: 'adjustments', to: '/money_adjustment?state=waiting', count: adjustments?.total },
    { key: 'rules', to: '/withdrawal_rules', count: rules?.total },
    { key: 'disputes', to: '/payment_platforms', count: disputes?.total },
    { key: 'papers', to: '/business_audit', count: papers && papers.untreated + papers.processing },
    { key: 'registrations', to: '/platform_review', count: reviews?.registrations },
    { key: 'names', to: '/platform_review?tab=names', count: reviews?.names },
  ].filter((row): row is typeof row & { count: number } => row.count !== undefined);
}

export default function WaitingRows() {
  const t = useText();
  const known = useWaiting();
  if (known.length === 0) return null;
  const waiting = known.filter(({ count }) => count > 0);
  return (
    <section className={styles.card}>
      <Heading size="h4">{t('home:waiting.title')}</Heading>
      {waiting.length === 0 && <Hint mt={4}>{t('home:waiting.nothing')}</Hint>}
      <ul className={styles.waiting}>
        {waiting.map(({ key, to, count }) => (
          <li key={key}>
            <Link to={to} className={styles.waitingLink}>
              <span className={styles.stepText}>{t(`home:waiting.${key}`)}</span>
              <Badge size="lg" variant="light" color="coin">
                {count}
              </Badge>
              <Icon name="chevron-right" size={18} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
