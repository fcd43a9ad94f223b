import { Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { KeyValue, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { accountsContract } from '../contract.ts';
import { LogChange, type LogEntry } from './log-entries.tsx';

function EntryDetail({ entry }: { entry: LogEntry }) {
  const t = useText();
  return (
    <Stack>
      <KeyValue
        rows={[
          { label: t('accounts:field.time'), value: <Time value={entry.createdAt} pattern="Y-m-d H:M:S" /> },
          { label: t('accounts:field.person'), value: `${entry.userName} (${entry.account})` },
          { label: t('accounts:field.address'), value: entry.address },
          { label: t('accounts:field.object'), value: entry.label || entry.entityId },
        ]}
      />
      <Title order={3} size="h6">
        {t('accounts:page.log.change')}
      </Title>
      <LogChange entry={entry} />
    </Stack>
  );
}

/** Who changed what: filtered by person, action and time, with before and after. */
export default function OperationLog() {
  const { data } = useCall(accountsContract.logFilters, {});
  const platform = useSession()?.realm === 'platform';
  const list = useMemo(
    () =>
      defineList({
        endpoint: accountsContract.listLog,
        texts: 'accounts',
        columns: [
          { key: 'actionName', label: 'accounts:field.action' },
          { key: 'label', label: 'accounts:field.object', phone: 'more' },
          { key: 'userName', label: 'accounts:field.person', phone: 'more' },
          { key: 'account', optional: true },
          ...(platform ? [{ key: 'tenantId', label: 'accounts:field.tenantNumber' }] : []),
          'address',
          { key: 'createdAt', label: 'accounts:field.time' },
        ],
        search: 'keyword',
        searchHint: 'accounts:page.log.search',
        filters: [
          {
            kind: 'choice',
            name: 'userId',
            label: 'accounts:field.person',
            options: (data?.users ?? []).map(({ id, name }) => ({ value: id, label: name, plain: true })),
          },
          {
            kind: 'choice',
            name: 'action',
            label: 'accounts:field.action',
            options: (data?.actions ?? []).map(({ action, name }) => ({
              value: action,
              label: name,
              plain: true,
            })),
          },
          { name: 'from', label: 'accounts:field.time' },
          ...(platform
            ? [{ kind: 'text' as const, name: 'tenantId' as const, label: 'accounts:field.tenantNumber' }]
            : []),
        ],
        rowDetail: (row) => <EntryDetail entry={row} />,
        empty: { title: 'accounts:page.log.empty', hint: 'accounts:page.log.emptyHint' },
      }),
    [data, platform],
  );
  return <ListPage definition={list} />;
}
