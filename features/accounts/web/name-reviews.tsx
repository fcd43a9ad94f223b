import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useAct } from '#kit/ui/api.ts';
import { KeyValue, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { accountsContract } from '../contract.ts';
import { useReason } from './reason-dialog.tsx';
import { ReviewBadge } from './review-state.tsx';

type Review = OutputOf<typeof accountsContract.listNameReviews>['records'][number];

function ReviewDetail({ review }: { review: Review }) {
  const t = useText();
  return (
    <KeyValue
      rows={[
        { label: t('accounts:field.newName'), value: review.newName },
        { label: t('accounts:field.oldName'), value: review.oldName },
        { label: t('accounts:field.tenantNumber'), value: review.tenantId },
        { label: t('accounts:field.applicant'), value: review.applicantName },
        { label: t('accounts:field.requestedAt'), value: <Time value={review.createdAt} /> },
        { label: t('accounts:field.reviewState'), value: <ReviewBadge state={review.state} /> },
        { label: t('accounts:field.decidedAt'), value: <Time value={review.decidedAt} /> },
        { label: t('accounts:field.reason'), value: review.decisionReason, wide: true },
      ]}
    />
  );
}

export function NameReviews() {
  const t = useText();
  const reason = useReason();
  const decide = useAct(accountsContract.decideNameReview, {
    success: 'accounts:page.review.rejected',
    invalidates: [accountsContract.listNameReviews, accountsContract.reviewCounts],
  });
  const refuse = async (review: Review) => {
    const why = await reason.ask({
      title: t('accounts:page.review.rejectTitle', { name: review.newName }),
      hint: t('accounts:page.review.rejectNameHint'),
    });
    if (why !== undefined) decide.mutate({ id: review.id, passed: false, reason: why });
  };
  const list = defineList({
    endpoint: accountsContract.listNameReviews,
    columns: [
      { key: 'newName', label: 'accounts:field.newName', primary: true },
      { key: 'oldName', label: 'accounts:field.oldName' },
      { key: 'tenantId', label: 'accounts:field.tenantNumber' },
      { key: 'applicantName', label: 'accounts:field.applicant' },
      {
        key: 'createdAt',
        label: 'accounts:field.requestedAt',
        sortable: true,
        render: (row) => <Time value={row.createdAt} />,
      },
      {
        key: 'decidedAt',
        label: 'accounts:field.decidedAt',
        render: (row) => <Time value={row.decidedAt} />,
      },
      { key: 'decisionReason', label: 'accounts:field.reason', hideOnPhone: true },
      {
        key: 'state',
        label: 'accounts:field.reviewState',
        trailing: true,
        render: (row) => <ReviewBadge state={row.state} />,
      },
    ],
    search: 'keyword',
    searchHint: 'accounts:page.review.searchName',
    filters: [
      {
        kind: 'choice',
        name: 'state',
        label: 'accounts:field.reviewState',
        options: [
          { value: 'untreated', label: 'accounts:review.untreated' },
          { value: 'passed', label: 'accounts:review.passed' },
          { value: 'rejected', label: 'accounts:review.rejected' },
        ],
      },
    ],
    rowDetail: (row) => <ReviewDetail review={row} />,
    rowActions: [
      {
        label: 'accounts:page.review.pass',
        icon: 'check',
        primary: true,
        visible: (row) => row.state === 'untreated',
        call: callOf(accountsContract.decideNameReview, (row: Review) => ({ id: row.id, passed: true })),
        success: 'accounts:page.review.passed',
        invalidates: [accountsContract.reviewCounts],
      },
      {
        label: 'accounts:page.review.reject',
        icon: 'x',
        danger: true,
        visible: (row) => row.state === 'untreated',
        needs: accountsContract.decideNameReview,
        run: refuse,
      },
    ],
    empty: { title: 'accounts:page.review.noNames' },
    export: true,
  });
  return (
    <>
      <ListPage definition={list} />
      {reason.dialog}
    </>
  );
}
