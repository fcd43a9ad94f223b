import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { partnersContract } from '../contract.ts';
import { hint, reasonField } from './review-forms.tsx';

const { listNameReviews, decideNameReview } = partnersContract;
type Review = OutputOf<typeof listNameReviews>['records'][number];

const isOpen = ({ state }: Review) => state === 'untreated';

const refuse = formAction({
  endpoint: decideNameReview,
  title: ({ newName: name }: Review, t) => t('partners:page.review.rejectTitle', { name }),
  above: hint('partners:page.review.rejectNameHint'),
  fields: [reasonField],
  initial: ({ id }: Review) => ({ id, passed: false }),
  danger: true,
  success: 'partners:page.review.rejected',
});

const list = defineList({
  endpoint: listNameReviews,
  texts: 'partners',
  columns: [
    'newName',
    { key: 'oldName', phone: 'more' },
    { key: 'tenantId', label: 'partners:field.tenantNumber' },
    { key: 'applicantName', label: 'partners:field.applicant' },
    'realName',
    { key: 'createdAt', label: 'partners:field.requestedAt' },
    'decidedAt',
    { key: 'decisionReason', label: 'partners:field.reason' },
    { key: 'state', label: 'partners:field.reviewState' },
  ],
  search: 'keyword',
  searchHint: 'partners:page.review.searchName',
  filters: [{ name: 'state', label: 'partners:field.reviewState' }],
  facts: true,
  rowActions: [
    {
      label: 'partners:page.review.pass',
      icon: 'check',
      primary: true,
      visible: isOpen,
      call: callOf(decideNameReview, (row: Review) => ({ id: row.id, passed: true })),
      success: 'partners:page.review.passed',
    },
    { label: 'partners:page.review.reject', icon: 'x', danger: true, visible: isOpen, form: refuse },
  ],
  empty: { title: 'partners:page.review.noNames' },
});

export const NameReviews = () => <ListPage definition={list} />;
