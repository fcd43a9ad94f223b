import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { accountsContract } from '../contract.ts';
import { hint, reasonField } from './review-forms.tsx';

const { listTenants, decideRegistration, setTenantState } = accountsContract;
type Tenant = OutputOf<typeof listTenants>['records'][number];

const refuse = formAction({
  endpoint: decideRegistration,
  title: ({ name }: Tenant, t) => t('accounts:page.review.rejectTitle', { name }),
  above: hint('accounts:page.review.rejectHint'),
  fields: [reasonField],
  initial: ({ id }: Tenant) => ({ id, passed: false }),
  danger: true,
  success: 'accounts:page.review.rejected',
});

const disable = formAction({
  endpoint: setTenantState,
  title: ({ name }: Tenant, t) => t('accounts:page.review.disableTitle', { name }),
  above: hint('accounts:page.review.disableHint'),
  fields: [reasonField],
  initial: ({ id }: Tenant) => ({ id, enabled: false }),
  danger: true,
});

const list = defineList({
  endpoint: listTenants,
  texts: 'accounts',
  columns: [
    { key: 'name', label: 'accounts:field.merchantName' },
    { key: 'id', label: 'accounts:field.tenantNumber', phone: 'more' },
    { key: 'realm', label: 'accounts:field.kind' },
    { key: 'account', optional: true },
    'phone',
    { key: 'agentName', label: 'accounts:field.agent' },
    { key: 'inviterPhone', optional: true },
    { key: 'createdAt', label: 'accounts:field.registeredAt' },
    'reviewState',
    'state',
    { key: 'reviewReason', label: 'accounts:field.reason', optional: true },
  ],
  search: 'keyword',
  searchHint: 'accounts:page.review.search',
  filters: ['reviewState', { name: 'realm', label: 'accounts:field.kind' }, 'state'],
  facts: true,
  rowActions: [
    {
      label: 'accounts:page.review.pass',
      icon: 'check',
      primary: true,
      visible: (row) => row.reviewState !== 'passed',
      call: callOf(decideRegistration, (row: Tenant) => ({ id: row.id, passed: true })),
      success: 'accounts:page.review.passed',
    },
    {
      label: 'accounts:page.review.reject',
      icon: 'x',
      danger: true,
      visible: (row) => row.reviewState === 'untreated',
      form: refuse,
    },
    {
      label: 'accounts:page.enable',
      icon: 'circle-check',
      visible: (row) => row.state === 'disabled',
      call: callOf(setTenantState, (row: Tenant) => ({ id: row.id, enabled: true })),
      success: 'kit:action.done',
    },
    {
      label: 'accounts:page.disable',
      icon: 'power',
      visible: (row) => row.state === 'active',
      form: disable,
    },
  ],
  empty: { title: 'accounts:page.review.noRegistrations' },
});

export const Registrations = () => <ListPage definition={list} />;
