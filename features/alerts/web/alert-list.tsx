import { Button, Group, SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { siteFilter } from '#features/sites/web/public.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { alertKinds, severities } from '../contract/kinds.ts';
import { alertsContract } from '../contract.ts';
import { AlertBadge, AlertDetail, PlaceText } from './alert-parts.tsx';
import { useAlertActions } from './use-alert-actions.tsx';

const list = defineList({
  endpoint: alertsContract.listAlerts,
  columns: [
    { key: 'title', label: 'alerts:field.title', primary: true },
    {
      key: 'equipmentNo',
      label: 'alerts:field.device',
      secondary: true,
      render: (row) => <PlaceText alert={row} />,
    },
    { key: 'fieldName', label: 'alerts:field.site' },
    { key: 'detail', label: 'alerts:field.detail' },
    {
      key: 'severity',
      label: 'alerts:field.severity',
      sortable: true,
      width: 120,
      trailing: true,
      render: (row) => <AlertBadge alert={row} />,
      exportAs: {
        values: Object.fromEntries(severities.map((severity) => [severity, `alerts:severity.${severity}`])),
      },
    },
    {
      key: 'openedAt',
      label: 'alerts:field.openedAt',
      sortable: true,
      render: (row) => <Time value={row.openedAt} />,
      exportAs: { kind: 'instant' },
    },
    {
      key: 'endedAt',
      label: 'alerts:field.endedAt',
      optional: true,
      render: (row) => <Time value={row.endedAt} />,
      exportAs: { kind: 'instant' },
    },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'kind',
      label: 'alerts:field.kind',
      options: alertKinds.map((kind) => ({ value: kind, label: `alerts:kindName.${kind}` })),
    },
    siteFilter('alerts:field.site'),
    {
      kind: 'choice',
      name: 'severity',
      label: 'alerts:field.severity',
      options: severities.map((severity) => ({ value: severity, label: `alerts:severity.${severity}` })),
    },
  ],
  rowTitle: (row) => row.title,
  rowDetail: (row) => <AlertDetail alert={row} />,
  empty: { title: 'alerts:list.empty', hint: 'alerts:list.emptyHint' },
  live: 'alert.',
  export: true,
});

/** Open alerts, the severe first, or those that ended. */
export default function AlertList() {
  const [query] = useSearchParams();
  const state = query.get('state') === 'ended' ? 'ended' : 'open';
  const { rowActions, bulkActions, dialog } = useAlertActions();
  const definition = useMemo(
    () =>
      ({ ...list, input: { state }, header: <StateTabs state={state} />, rowActions, bulkActions }) as const,
    [state, rowActions, bulkActions],
  );
  return (
    <>
      <ListPage key={state} definition={definition} />
      {dialog}
    </>
  );
}

function StateTabs({ state }: { state: 'open' | 'ended' }) {
  const t = useText();
  const [, setQuery] = useSearchParams();
  const maySetRules = useCan(alertsContract.saveRule);
  return (
    <Group justify="space-between" mb="sm" wrap="nowrap">
      <SegmentedControl
        size="md"
        value={state}
        onChange={(value) => setQuery(value === 'ended' ? { state: 'ended' } : {}, { replace: true })}
        aria-label={t('alerts:field.state')}
        data={[
          { value: 'open', label: t('alerts:state.open') },
          { value: 'ended', label: t('alerts:state.ended') },
        ]}
      />
      {maySetRules && (
        <Button
          variant="subtle"
          mih={44}
          component={Link}
          to="/alert_rules"
          leftSection={<Icon name="adjustments" size={18} />}
        >
          {t('alerts:list.rules')}
        </Button>
      )}
    </Group>
  );
}
