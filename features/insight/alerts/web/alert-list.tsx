import { Button, Group, SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage, optional } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { alertsContract } from '../contract.ts';
import { bulkActions, rowActions } from './alert-actions.ts';
import { AlertDetail } from './alert-parts.tsx';

const list = defineList({
  endpoint: alertsContract.listAlerts,
  columns: [
    'title',
    'equipmentName',
    'fieldName',
    { key: 'detail', phone: false },
    { key: 'severity', phone: 'amount', width: 110 },
    { key: 'state', phone: 'state', width: 120 },
    'openedAt',
    ...optional('acknowledgedName', 'endedAt', 'note'),
  ],
  filters: ['kind', siteFilter(), 'severity'],
  rowActions,
  bulkActions,
  rowTitle: (row) => row.title,
  rowDetail: (row) => <AlertDetail alert={row} />,
  empty: { title: 'alerts:list.empty', hint: 'alerts:list.emptyHint' },
});

/** Open alerts, the severe first, or those that ended. */
export default function AlertList() {
  const [query] = useSearchParams();
  const state = query.get('state') === 'ended' ? 'ended' : 'open';
  const definition = useMemo(
    () => ({ ...list, input: { state }, header: <StateTabs state={state} /> }) as const,
    [state],
  );
  return <ListPage key={state} definition={definition} />;
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
