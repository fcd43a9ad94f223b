import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct, useCall } from '#kit/ui/api.ts';
import { useAskText } from '#kit/ui/ask-text.tsx';
import { ConfirmButton } from '#kit/ui/confirm.tsx';
import { Time } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { onboardingContract } from '../contract.ts';
import { BusinessBadge } from './business-state.tsx';
import { BusinessSummary } from './business-summary.tsx';
import classes from './onboarding.module.css';
import { PassSheet } from './pass-sheet.tsx';
import { SubmissionHistory } from './submission-history.tsx';

type Submission = OutputOf<typeof onboardingContract.readSubmission>;

const answers = [
  onboardingContract.readSubmission,
  onboardingContract.listSubmissions,
  onboardingContract.countSubmissions,
];

function Head({ submission }: { submission: Submission }) {
  const t = useText();
  return (
    <Paper withBorder p="md" component="section">
      <div className={classes.status}>
        <Text fw={600} className={classes.grow}>
          {submission.tenantName} ({submission.tenantId})
        </Text>
        <BusinessBadge state={submission.state} />
      </div>
      <Text size="sm" c="dimmed" mt={4}>
        <Time value={submission.createdAt} />{' '}
        {t('onboarding:page.submittedBy', { name: submission.userName })}
      </Text>
      {submission.auditorName && (
        <Text size="sm" c="dimmed">
          <Time value={submission.decidedAt ?? submission.takenAt} />{' '}
          {t(submission.decidedAt ? 'onboarding:page.decidedBy' : 'onboarding:page.takenBy', {
            name: submission.auditorName,
          })}
        </Text>
      )}
      {submission.reason && (
        <Text size="sm" mt={4} fw={600}>
          {t('onboarding:page.reason', { reason: submission.reason })}
        </Text>
      )}
    </Paper>
  );
}

function Decision({ submission }: { submission: Submission }) {
  const t = useText();
  const { ask, dialog } = useAskText();
  const { id, state } = submission;
  const take = useAct(onboardingContract.takeSubmission, {
    success: 'onboarding:review.taken',
    invalidates: answers,
  });
  const release = useAct(onboardingContract.releaseSubmission, {
    success: 'onboarding:review.released',
    invalidates: answers,
  });
  const reject = useAct(onboardingContract.decideSubmission, {
    success: 'onboarding:review.rejected',
    invalidates: answers,
  });
  const refuse = async () => {
    const reason = await ask({
      title: t('onboarding:review.rejectTitle'),
      hint: t('onboarding:review.rejectHint'),
      label: t('onboarding:field.reason'),
      required: true,
      danger: true,
    });
    if (reason !== undefined) reject.mutate({ id, passed: false, reason });
  };
  if (state === 'untreated')
    return (
      <StickyActions>
        <Button loading={take.isPending} onClick={() => take.mutate({ id })}>
          {t('onboarding:review.take')}
        </Button>
      </StickyActions>
    );
  if (state !== 'processing') return null;
  return (
    <>
      <StickyActions
        aside={
          <ConfirmButton
            variant="subtle"
            title={t('onboarding:review.releaseTitle')}
            loading={release.isPending}
            onConfirm={() => release.mutate({ id })}
          >
            {t('onboarding:review.release')}
          </ConfirmButton>
        }
      >
        <Button variant="default" loading={reject.isPending} onClick={() => void refuse()}>
          {t('onboarding:review.reject')}
        </Button>
        <PassSheet submission={submission} answers={answers} />
      </StickyActions>
      {dialog}
    </>
  );
}

/** One submission to audit: everything that was handed in, earlier ones, and the decision. */
export default function BusinessAuditDetail() {
  const t = useText();
  const [query] = useSearchParams();
  const id = query.get('id') ?? '';
  const { data, error, refetch } = useCall(onboardingContract.readSubmission, { id }, { enabled: id !== '' });
  useLiveInvalidate('business.changed', onboardingContract.readSubmission);
  if (id === '')
    return (
      <EmptyState
        title={t('onboarding:review.choose')}
        action={
          <Group>
            <Button component={Link} to="/business_audit">
              {t('onboarding:review.toList')}
            </Button>
          </Group>
        }
      />
    );
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  return (
    <Stack maw={880}>
      <Head submission={data} />
      <BusinessSummary business={data} id={data.id} />
      <SubmissionHistory history={data.history} />
      <Decision submission={data} />
    </Stack>
  );
}
