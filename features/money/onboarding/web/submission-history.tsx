import { Text } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Hint, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { onboardingContract } from '../contract.ts';
import { BusinessBadge } from './business-state.tsx';
import classes from './onboarding.module.css';

type Entry = OutputOf<typeof onboardingContract.readAudit>['history'][number];

/** What was handed in and what became of it, the latest first. */
export function SubmissionHistory({ history }: { history: readonly Entry[] }) {
  const t = useText();
  return history.map((entry) => (
    <div key={entry.id} className={classes.line}>
      <div className={classes.grow}>
        <Text size="sm">
          <Time value={entry.createdAt} /> {t('onboarding:page.submittedBy', { name: entry.userName })}
        </Text>
        {entry.decidedAt && (
          <Hint>
            <Time value={entry.decidedAt} />{' '}
            {t('onboarding:page.decidedBy', { name: entry.auditorName ?? '' })}
          </Hint>
        )}
        {entry.reason && <Text size="sm">{t('onboarding:page.reason', { reason: entry.reason })}</Text>}
      </div>
      <BusinessBadge state={entry.state} />
    </div>
  ));
}
