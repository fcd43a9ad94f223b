import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { accountsContract } from '../contract.ts';
import { hint, reasonField } from './review-forms.tsx';

const { listNameReviews, decideNameReview } = accountsContract;
type Review = OutputOf<typeof listNameReviews>['records'][number];

const isOpen = ({ state }: Review) => state === 'untreated';

const refuse = formAction({
  endpoint: decideNameReview,
  title: ({ newName: name }: Review, t) => t('accounts:page.review.rejectTitle', { name }),
  above: hint('accounts:page.review.rejectNameHint'),
  fields: [reasonField],
  initial: ({ id }: Review) => ({ id, passed: false }),
  danger: true,
  success: 'accounts:page.review.rejected',
});

const list = defineList({
  endpoint: listNameReviews,
  texts: 'accounts',
  columns: [
    'newName',
    { key: 'oldName', phone: 'more' },
    { key: 'tenantId', label: 'accounts:field.tenantNumber' },
    { key: 'applicantName', label: 'accounts:field.applicant' },
    'realName',
    { key: 'createdAt', label: 'accounts:field.requestedAt' },
    'decidedAt',
    { key: 'decisionReason', label: 'accounts:field.reason' },
    { key: 'state', label: 'accounts:field.reviewState' },
  ],
  search: 'keyword',
  searchHint: 'accounts:page.review.searchName',
  filters: [{ name: 'state', label: 'accounts:field.reviewState' }],
  facts: true,
  rowActions: [
    {
      label: 'accounts:page.review.pass',
      icon: 'check',
      primary: true,
      visible: isOpen,
      call: callOf(decideNameReview, (row: Review) => ({ id: row.id, passed: true })),
      success: 'accounts:page.review.passed',
    },
    { label: 'accounts:page.review.reject', icon: 'x', danger: true, visible: isOpen, form: refuse },
  ],
  empty: { title: 'accounts:page.review.noNames' },
});

export const NameReviews = () => <ListPage definition={list} />;
