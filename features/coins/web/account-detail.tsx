import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { StatusBadge, Time } from '#kit/ui/display.tsx';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { useCan } from '#kit/ui/session.ts';
import type { ExchangeAccount } from '../contract/exchange.ts';
import { coinsContract } from '../contract.ts';
import { CountSheet, LoadSheet, MachineCountSheet } from './account-sheets.tsx';
import { dayFilter, MachineName } from './machine.tsx';

const { readExchangeAccount, listExchangeEntries, loadExchange } = coinsContract;

export function AccountDetail({ equipmentId }: { equipmentId: string }) {
  const { data, error, refetch } = useCall(readExchangeAccount, { equipmentId });
  useLiveInvalidate('exchangeAccount.', readExchangeAccount);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  return <Loaded account={data} />;
}

function Loaded({ account }: { account: ExchangeAccount }) {
  return (
    <Stack gap="md">
      <Head account={account} />
      <Balance account={account} />
      <Work account={account} />
      <History equipmentId={account.equipmentId} />
    </Stack>
  );
}

function Head({ account }: { account: ExchangeAccount }) {
  const t = useText();
  return (
    <Group justify="space-between" align="flex-start">
      <div>
        <Group gap={8}>
          <Title order={2} size="h3">
            <MachineName machine={account} />
          </Title>
          <StatusBadge tone={account.online ? 'good' : 'quiet'}>
            {t(account.online ? 'coins:machine.online' : 'coins:machine.offline')}
          </StatusBadge>
        </Group>
        <Text size="sm" c="dimmed">
          {account.fieldName}
        </Text>
      </div>
      <Button
        component={Link}
        to={`/currencyRecord?equipmentId=${account.equipmentId}`}
        variant="subtle"
        mih={44}
        leftSection={<Icon name="list" />}
      >
        {t('coins:account.records')}
      </Button>
    </Group>
  );
}

/** Loaded less out is what should be there; what the machine believes stands beside it. */
function Balance({ account }: { account: ExchangeAccount }) {
  const t = useText();
  const { baseCoins, loaded, out, expected, hoppers, difference } = account;
  const believed = hoppers.reduce((sum, { coins }) => sum + coins, 0);
  return (
    <Figures
      items={[
        {
          label: t('coins:account.base'),
          value: baseCoins === null ? t('coins:account.notOpened') : baseCoins.toLocaleString(),
          hint: account.baseAt && <Time value={account.baseAt} />,
        },
        { label: t('coins:account.loaded'), value: loaded.toLocaleString() },
        { label: t('coins:account.out'), value: out.toLocaleString() },
        {
          label: t('coins:account.expected'),
          value: expected === null ? t('coins:account.notOpened') : expected.toLocaleString(),
          hint: t('coins:account.expectedHint'),
        },
        ...(hoppers.length > 0
          ? [
              {
                label: t('coins:account.believed'),
                value: believed.toLocaleString(),
                hint: hoppers
                  .map(({ hopper, coins }) => t('coins:account.hopperOf', { hopper, coins }))
                  .join(' · '),
              },
            ]
          : []),
        ...(difference === null
          ? []
          : [
              {
                label: t('coins:account.difference'),
                value: difference > 0 ? `+${difference}` : String(difference),
                tone: difference < 0 ? ('bad' as const) : undefined,
              },
            ]),
      ]}
    />
  );
}

type Sheet = 'load' | 'count' | 'machine';

function Work({ account }: { account: ExchangeAccount }) {
  const t = useText();
  const may = useCan(loadExchange);
  const [open, setOpen] = useState<Sheet | undefined>();
  if (!may) return null;
  const close = () => setOpen(undefined);
  return (
    <>
      {account.expected === null && <Text>{t('coins:account.openHint')}</Text>}
      <Group gap="sm">
        <Button mih={44} leftSection={<Icon name="plus" />} onClick={() => setOpen('load')}>
          {t('coins:account.load')}
        </Button>
        <Button
          mih={44}
          variant="default"
          leftSection={<Icon name="clipboard-list" />}
          onClick={() => setOpen('count')}
        >
          {t(account.expected === null ? 'coins:account.open' : 'coins:account.count')}
        </Button>
        <Button
          mih={44}
          variant="default"
          leftSection={<Icon name="refresh" />}
          disabled={!account.online || account.hoppers.length === 0}
          onClick={() => setOpen('machine')}
        >
          {t('coins:account.countByMachine')}
        </Button>
      </Group>
      <LoadSheet account={account} opened={open === 'load'} onClose={close} />
      <CountSheet account={account} opened={open === 'count'} onClose={close} />
      <MachineCountSheet account={account} opened={open === 'machine'} onClose={close} />
    </>
  );
}

function History({ equipmentId }: { equipmentId: string }) {
  const t = useText();
  const list = useMemo(
    () =>
      defineList({
        id: 'entries',
        endpoint: listExchangeEntries,
        input: { equipmentId },
        columns: [
          {
            key: 'kind',
            label: 'coins:field.entry',
            primary: true,
            render: (row) => t(`coins:entry.${row.kind}`),
          },
          {
            key: 'coins',
            label: 'coins:field.change',
            align: 'right',
            trailing: true,
            render: (row) => (row.coins > 0 ? `+${row.coins}` : row.coins),
          },
          { key: 'expected', label: 'coins:account.expected', align: 'right' },
          { key: 'userName', label: 'coins:field.staff' },
          { key: 'remark', label: 'coins:field.remark', hideOnPhone: true },
          {
            key: 'createdAt',
            label: 'coins:field.createdAt',
            sortable: true,
            secondary: true,
            render: (row) => <Time value={row.createdAt} />,
            exportAs: { kind: 'instant' },
          },
        ],
        filters: [dayFilter],
        empty: { title: 'coins:account.noEntries', hint: 'coins:account.noEntriesHint' },
        live: 'exchangeAccount.',
        export: true,
      }),
    [equipmentId, t],
  );
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('coins:account.history')}
      </Title>
      <ListPage definition={list} />
    </section>
  );
}
