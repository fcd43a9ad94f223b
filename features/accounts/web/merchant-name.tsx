import { Alert } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineForm, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { KeyValue, Time } from '#kit/ui/display.tsx';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { accountsContract } from '../contract.ts';
import classes from './account.module.css';
import { ReviewBadge } from './review-state.tsx';

type Latest = OutputOf<typeof accountsContract.latestNameReview>;

function CurrentName({ latest }: { latest: Latest }) {
  const t = useText();
  const { review } = latest;
  return (
    <section className={classes.card}>
      <KeyValue
        rows={[
          { label: t('accounts:page.name.current'), value: latest.name },
          ...(review
            ? [
                { label: t('accounts:page.name.requested'), value: review.newName },
                { label: t('accounts:field.reviewState'), value: <ReviewBadge state={review.state} /> },
                { label: t('accounts:field.requestedAt'), value: <Time value={review.createdAt} /> },
                ...(review.decidedAt
                  ? [{ label: t('accounts:field.decidedAt'), value: <Time value={review.decidedAt} /> }]
                  : []),
                ...(review.decisionReason
                  ? [{ label: t('accounts:field.reason'), value: review.decisionReason, wide: true }]
                  : []),
              ]
            : []),
        ]}
      />
    </section>
  );
}

export default function MerchantName() {
  const t = useText();
  const { data, error, refetch } = useCall(accountsContract.latestNameReview, {});
  useLiveInvalidate('review.', accountsContract.latestNameReview);
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton fields={2} />;
  const waiting = data.review?.state === 'untreated';
  if (waiting)
    return (
      <div className={classes.column}>
        <CurrentName latest={data} />
        <Alert icon={<Icon name="clock" />} color="coin" title={t('accounts:page.name.waiting')}>
          {t('accounts:page.name.waitingHint')}
        </Alert>
      </div>
    );
  const form = defineForm({
    schema: accountsContract.requestNameChange.input,
    fields: [{ name: 'name', label: 'accounts:field.newName', hint: 'accounts:page.name.hint', wide: true }],
    submit: submitTo(accountsContract.requestNameChange),
    invalidates: [accountsContract.latestNameReview],
    submitLabel: 'accounts:page.name.submit',
    success: 'accounts:page.name.sent',
    // The page itself shows the new state.
    afterwards: () => {},
    header: <CurrentName latest={data} />,
  });
  return <FormPage definition={form} />;
}
