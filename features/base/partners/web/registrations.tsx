import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { partnersContract } from '../contract.ts';
import { hint, reasonField } from './review-forms.tsx';

const { listTenants, decideRegistration, setTenantState } = partnersContract;
type Tenant = OutputOf<typeof listTenants>['records'][number];

const refuse = formAction({
  endpoint: decideRegistration,
  title: ({ name }: Tenant, t) => t('partners:page.review.rejectTitle', { name }),
  above: hint('partners:page.review.rejectHint'),
  fields: [reasonField],
  initial: ({ id }: Tenant) => ({ id, passed: false }),
  danger: true,
  success: 'partners:page.review.rejected',
});

const disable = formAction({
  endpoint: setTenantState,
  title: ({ name }: Tenant, t) => t('partners:page.review.disableTitle', { name }),
  above: hint('partners:page.review.disableHint'),
  fields: [reasonField],
  initial: ({ id }: Tenant) => ({ id, enabled: false }),
  danger: true,
});

const list = defineList({
  endpoint: listTenants,
  texts: 'partners',
  columns: [
    { key: 'name', label: 'partners:field.merchantName' },
    { key: 'id', label: 'partners:field.tenantNumber', phone: 'more' },
    { key: 'realm', label: 'partners:field.kind' },
    { key: 'account', optional: true },
    'phone',
    { key: 'agentName', label: 'partners:field.agent' },
    { key: 'inviterPhone', optional: true },
    { key: 'createdAt', label: 'partners:field.registeredAt' },
    'reviewState',
    'state',
    { key: 'reviewReason', label: 'partners:field.reason', optional: true },
  ],
  search: 'keyword',
  searchHint: 'partners:page.review.search',
  filters: ['reviewState', { name: 'realm', label: 'partners:field.kind' }, 'state'],
  facts: true,
  rowActions: [
    {
      label: 'partners:page.review.pass',
      icon: 'check',
      primary: true,
      visible: (row) => row.reviewState !== 'passed',
      call: callOf(decideRegistration, (row: Tenant) => ({ id: row.id, passed: true })),
      success: 'partners:page.review.passed',
    },
    {
      label: 'partners:page.review.reject',
      icon: 'x',
      danger: true,
      visible: (row) => row.reviewState === 'untreated',
      form: refuse,
    },
    {
      label: 'partners:page.enable',
      icon: 'circle-check',
      visible: (row) => row.state === 'disabled',
      call: callOf(setTenantState, (row: Tenant) => ({ id: row.id, enabled: true })),
      success: 'kit:action.done',
    },
    {
      label: 'partners:page.disable',
      icon: 'power',
      visible: (row) => row.state === 'active',
      form: disable,
    },
  ],
  empty: { title: 'partners:page.review.noRegistrations' },
});

export const Registrations = () => <ListPage definition={list} />;
