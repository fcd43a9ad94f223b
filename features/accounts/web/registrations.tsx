import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useAct } from '#kit/ui/api.ts';
import { KeyValue, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { accountsContract } from '../contract.ts';
import { useReason } from './reason-dialog.tsx';
import { EnabledBadge, ReviewBadge } from './review-state.tsx';

type Tenant = OutputOf<typeof accountsContract.listTenants>['records'][number];

const refreshes = [accountsContract.listTenants, accountsContract.reviewCounts];

function TenantDetail({ tenant }: { tenant: Tenant }) {
  const t = useText();
  return (
    <KeyValue
      rows={[
        { label: t('accounts:field.tenantNumber'), value: tenant.id },
        { label: t('accounts:field.kind'), value: t(`accounts:realm.${tenant.realm}`) },
        { label: t('accounts:field.account'), value: tenant.account },
        { label: t('accounts:field.phone'), value: tenant.phone },
        { label: t('accounts:field.agent'), value: tenant.agentName },
        { label: t('accounts:field.inviterPhone'), value: tenant.inviterPhone },
        { label: t('accounts:field.registeredAt'), value: <Time value={tenant.createdAt} /> },
        { label: t('accounts:field.reviewState'), value: <ReviewBadge state={tenant.reviewState} /> },
        { label: t('accounts:field.state'), value: <EnabledBadge enabled={tenant.state === 'active'} /> },
        { label: t('accounts:field.reason'), value: tenant.reviewReason, wide: true },
      ]}
    />
  );
}

export function Registrations() {
  const t = useText();
  const reason = useReason();
  const decide = useAct(accountsContract.decideRegistration, {
    success: 'accounts:page.review.rejected',
    invalidates: refreshes,
  });
  const setState = useAct(accountsContract.setTenantState, {
    success: 'kit:action.done',
    invalidates: refreshes,
  });
  const refuse = async (tenant: Tenant) => {
    const why = await reason.ask({
      title: t('accounts:page.review.rejectTitle', { name: tenant.name }),
      hint: t('accounts:page.review.rejectHint'),
    });
    if (why !== undefined) decide.mutate({ id: tenant.id, passed: false, reason: why });
  };
  const disable = async (tenant: Tenant) => {
    const why = await reason.ask({
      title: t('accounts:page.review.disableTitle', { name: tenant.name }),
      hint: t('accounts:page.review.disableHint'),
    });
    if (why !== undefined) setState.mutate({ id: tenant.id, enabled: false, reason: why });
  };
  const list = defineList({
    endpoint: accountsContract.listTenants,
    columns: [
      { key: 'name', label: 'accounts:field.merchantName', primary: true, sortable: true },
      { key: 'id', label: 'accounts:field.tenantNumber', secondary: true, sortable: true },
      { key: 'realm', label: 'accounts:field.kind', render: (row) => t(`accounts:realm.${row.realm}`) },
      { key: 'phone', label: 'accounts:field.phone' },
      { key: 'agentName', label: 'accounts:field.agent', hideOnPhone: true },
      {
        key: 'createdAt',
        label: 'accounts:field.registeredAt',
        sortable: true,
        render: (row) => <Time value={row.createdAt} />,
      },
      {
        key: 'reviewState',
        label: 'accounts:field.reviewState',
        trailing: true,
        render: (row) => <ReviewBadge state={row.reviewState} />,
      },
      {
        key: 'state',
        label: 'accounts:field.state',
        render: (row) => <EnabledBadge enabled={row.state === 'active'} />,
      },
    ],
    search: 'keyword',
    searchHint: 'accounts:page.review.search',
    filters: [
      {
        kind: 'choice',
        name: 'reviewState',
        label: 'accounts:field.reviewState',
        options: [
          { value: 'untreated', label: 'accounts:review.untreated' },
          { value: 'passed', label: 'accounts:review.passed' },
          { value: 'rejected', label: 'accounts:review.rejected' },
        ],
      },
      {
        kind: 'choice',
        name: 'realm',
        label: 'accounts:field.kind',
        options: [
          { value: 'merchant', label: 'accounts:realm.merchant' },
          { value: 'agent', label: 'accounts:realm.agent' },
        ],
      },
      {
        kind: 'choice',
        name: 'state',
        label: 'accounts:field.state',
        options: [
          { value: 'active', label: 'kit:state.enabled' },
          { value: 'disabled', label: 'kit:state.disabled' },
        ],
      },
    ],
    rowDetail: (row) => <TenantDetail tenant={row} />,
    rowActions: [
      {
        label: 'accounts:page.review.pass',
        icon: 'check',
        primary: true,
        visible: (row) => row.reviewState !== 'passed',
        call: callOf(accountsContract.decideRegistration, (row: Tenant) => ({ id: row.id, passed: true })),
        success: 'accounts:page.review.passed',
        invalidates: [accountsContract.reviewCounts],
      },
      {
        label: 'accounts:page.review.reject',
        icon: 'x',
        danger: true,
        visible: (row) => row.reviewState === 'untreated',
        needs: accountsContract.decideRegistration,
        run: refuse,
      },
      {
        label: 'accounts:page.enable',
        icon: 'circle-check',
        visible: (row) => row.state === 'disabled',
        call: callOf(accountsContract.setTenantState, (row: Tenant) => ({ id: row.id, enabled: true })),
        success: 'kit:action.done',
      },
      {
        label: 'accounts:page.disable',
        icon: 'power',
        visible: (row) => row.state === 'active',
        needs: accountsContract.setTenantState,
        run: disable,
      },
    ],
    empty: { title: 'accounts:page.review.noRegistrations' },
    export: true,
  });
  return (
    <>
      <ListPage definition={list} />
      {reason.dialog}
    </>
  );
}
