import { Text } from '@mantine/core';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { submissionStates } from '../contract/shared.ts';
import { onboardingContract } from '../contract.ts';
import { BusinessBadge } from './business-state.tsx';

function Waiting() {
  const t = useText();
  const { data } = useCall(onboardingContract.countSubmissions, {});
  useLiveInvalidate('business.changed', onboardingContract.countSubmissions);
  if (!data) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('onboarding:review.waiting', { untreated: data.untreated, processing: data.processing })}
    </Text>
  );
}

function KindName({ kind, franchisee }: { kind: string | null; franchisee: boolean }) {
  const t = useText();
  const name = kind ? t(`onboarding:kind.${kind}`) : '';
  return <>{franchisee ? t('onboarding:review.franchisee', { kind: name }) : name}</>;
}

const list = defineList({
  endpoint: onboardingContract.listSubmissions,
  columns: [
    { key: 'tenantName', label: 'onboarding:field.tenant', primary: true },
    { key: 'idCardName', label: 'onboarding:field.idCardName', secondary: true },
    { key: 'registeredName', label: 'onboarding:field.registeredName' },
    {
      key: 'kind',
      label: 'onboarding:field.kind',
      render: (row) => <KindName kind={row.kind} franchisee={row.franchisee} />,
      exportAs: {
        values: {
          person: 'onboarding:kind.person',
          individual: 'onboarding:kind.individual',
          company: 'onboarding:kind.company',
        },
      },
    },
    {
      key: 'createdAt',
      label: 'onboarding:field.submittedAt',
      sortable: true,
      render: (row) => <Time value={row.createdAt} />,
      exportAs: { kind: 'instant' },
    },
    { key: 'auditorName', label: 'onboarding:field.auditor', hideOnPhone: true },
    {
      key: 'decidedAt',
      label: 'onboarding:field.decidedAt',
      sortable: true,
      render: (row) => <Time value={row.decidedAt} />,
      exportAs: { kind: 'instant' },
      hideOnPhone: true,
    },
    {
      key: 'state',
      label: 'onboarding:field.state',
      trailing: true,
      render: (row) => <BusinessBadge state={row.state} />,
      exportAs: {
        values: Object.fromEntries(submissionStates.map((state) => [state, `onboarding:state.${state}`])),
      },
    },
  ],
  search: 'keyword',
  searchHint: 'onboarding:review.search',
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'onboarding:field.state',
      options: submissionStates.map((value) => ({ value, label: `onboarding:state.${value}` })),
    },
  ],
  rowTo: (row) => `/business_audit_detail?id=${row.id}`,
  empty: { title: 'onboarding:review.empty', hint: 'onboarding:review.emptyHint' },
  live: 'business.changed',
  header: <Waiting />,
  export: true,
});

/** Business data of all organisations, for whoever audits it. */
export default function BusinessAudit() {
  return <ListPage definition={list} />;
}
