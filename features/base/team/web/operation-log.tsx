import { Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { KeyValue, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { teamContract } from '../contract.ts';
import { LogChange, type LogEntry } from './log-entries.tsx';

function EntryDetail({ entry }: { entry: LogEntry }) {
  const t = useText();
  return (
    <Stack>
      <KeyValue
        rows={[
          { label: t('team:field.time'), value: <Time value={entry.createdAt} pattern="Y-m-d H:M:S" /> },
          { label: t('team:field.person'), value: `${entry.userName} (${entry.account})` },
          { label: t('team:field.address'), value: entry.address },
          { label: t('team:field.object'), value: entry.label || entry.entityId },
        ]}
      />
      <Title order={3} size="h6">
        {t('team:page.log.change')}
      </Title>
      <LogChange entry={entry} />
    </Stack>
  );
}

/** Who changed what: filtered by person, action and time, with before and after. */
export default function OperationLog() {
  const { data } = useCall(teamContract.logFilters, {});
  const platform = useSession()?.realm === 'platform';
  const list = useMemo(
    () =>
      defineList({
        endpoint: teamContract.listLog,
        texts: 'team',
        columns: [
          { key: 'actionName', label: 'team:field.action' },
          { key: 'label', label: 'team:field.object', phone: 'more' },
          { key: 'userName', label: 'team:field.person', phone: 'more' },
          { key: 'account', optional: true },
          ...(platform ? [{ key: 'tenantId', label: 'team:field.tenantNumber' }] : []),
          'address',
          { key: 'createdAt', label: 'team:field.time' },
        ],
        search: 'keyword',
        searchHint: 'team:page.log.search',
        filters: [
          {
            kind: 'choice',
            name: 'userId',
            label: 'team:field.person',
            options: (data?.users ?? []).map(({ id, name }) => ({ value: id, label: name, plain: true })),
          },
          {
            kind: 'choice',
            name: 'action',
            label: 'team:field.action',
            options: (data?.actions ?? []).map(({ action, name }) => ({
              value: action,
              label: name,
              plain: true,
            })),
          },
          { name: 'from', label: 'team:field.time' },
          ...(platform
            ? [{ kind: 'text' as const, name: 'tenantId' as const, label: 'team:field.tenantNumber' }]
            : []),
        ],
        rowDetail: (row) => <EntryDetail entry={row} />,
        empty: { title: 'team:page.log.empty', hint: 'team:page.log.emptyHint' },
      }),
    [data, platform],
  );
  return <ListPage definition={list} />;
}
