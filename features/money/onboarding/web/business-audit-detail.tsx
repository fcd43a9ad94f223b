import { Button, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { type DetailSection, defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { type FormContentProps, formAction } from '#kit/pages/form-action.ts';
import { Hint, Time } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { onboardingContract } from '../contract.ts';
import { BusinessBadge } from './business-state.tsx';
import { businessSections } from './business-summary.tsx';
import classes from './onboarding.module.css';
import { PhotoTiles } from './photo-tiles.tsx';
import { SubmissionHistory } from './submission-history.tsx';

const { readSubmission, takeSubmission, releaseSubmission, decideSubmission } = onboardingContract;
type Submission = OutputOf<typeof readSubmission>;

function Head({ submission }: { submission: Submission }) {
  const t = useText();
  return (
    <>
      <div className={classes.status}>
        <Text fw={600} className={classes.grow}>
          {submission.tenantName} ({submission.tenantId})
        </Text>
        <BusinessBadge state={submission.state} />
      </div>
      <Hint mt={4}>
        <Time value={submission.createdAt} />{' '}
        {t('onboarding:page.submittedBy', { name: submission.userName })}
      </Hint>
      {submission.auditorName && (
        <Hint>
          <Time value={submission.decidedAt ?? submission.takenAt} />{' '}
          {t(submission.decidedAt ? 'onboarding:page.decidedBy' : 'onboarding:page.takenBy', {
            name: submission.auditorName,
          })}
        </Hint>
      )}
      {submission.reason && (
        <Text size="sm" mt={4} fw={600}>
          {t('onboarding:page.reason', { reason: submission.reason })}
        </Text>
      )}
    </>
  );
}

const PassHint = (_: FormContentProps<Submission>) => (
  <Text size="sm">{useText()('onboarding:review.passHint')}</Text>
);

/** Passing an organisation may come with the numbers that the payment platforms gave it. */
const pass = formAction({
  endpoint: decideSubmission,
  title: 'onboarding:review.passTitle',
  submitLabel: 'onboarding:review.pass',
  above: PassHint,
  initial: ({ id, wechatSubMerchant, alipaySubMerchant }: Submission) => ({
    id,
    passed: true,
    wechatSubMerchant: wechatSubMerchant ?? undefined,
    alipaySubMerchant: alipaySubMerchant ?? undefined,
  }),
  fields: ({ franchisee }) =>
    franchisee
      ? []
      : [{ name: 'wechatSubMerchant', hint: 'onboarding:hint.subMerchant' }, 'alipaySubMerchant'],
  success: 'onboarding:review.passed',
});

const reject = formAction({
  endpoint: decideSubmission,
  title: 'onboarding:review.rejectTitle',
  danger: true,
  initial: ({ id }: Submission) => ({ id, passed: false }),
  fields: [{ name: 'reason', kind: 'longText', hint: 'onboarding:review.rejectHint', required: true }],
  success: 'onboarding:review.rejected',
});

const isTaken = ({ state }: Submission) => state === 'processing';

const actions: readonly Action<Submission>[] = [
  {
    label: 'onboarding:review.take',
    primary: true,
    visible: ({ state }) => state === 'untreated',
    call: callOf(takeSubmission, ({ id }: Submission) => ({ id })),
    success: 'onboarding:review.taken',
  },
  { label: 'onboarding:review.pass', primary: true, visible: isTaken, form: pass },
  { label: 'onboarding:review.reject', visible: isTaken, form: reject },
  {
    label: 'onboarding:review.release',
    visible: isTaken,
    call: callOf(releaseSubmission, ({ id }: Submission) => ({ id })),
    confirm: { title: 'onboarding:review.releaseTitle' },
    success: 'onboarding:review.released',
  },
];

function Choose() {
  const t = useText();
  return (
    <EmptyState
      title={t('onboarding:review.choose')}
      action={
        <Button component={Link} to="/business_audit">
          {t('onboarding:review.toList')}
        </Button>
      }
    />
  );
}

const definitionOf = (id: string | null) =>
  defineDetail({
    endpoint: readSubmission,
    input: id ? { id } : undefined,
    choose: () => <Choose />,
    header: (submission) => <Head submission={submission} />,
    actions,
    sections: [
      ...businessSections(id).map(
        ({ name, rows }): DetailSection<Submission> => ({ title: `onboarding:section.${name}`, rows }),
      ),
      {
        title: 'onboarding:section.photos',
        content: ({ photos }) => <PhotoTiles photos={photos} />,
      },
      {
        title: 'onboarding:section.history',
        content: ({ history }) => <SubmissionHistory history={history} />,
        visible: ({ history }) => history.length > 0,
      },
    ],
  });

/** One submission to audit: everything that was handed in, earlier ones, and the decision. */
export default function BusinessAuditDetail() {
  const [query] = useSearchParams();
  return <DetailPage definition={definitionOf(query.get('id'))} />;
}
