import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { DeviceState } from '#features/machines/fleet/web/public.ts';
import { machineText } from '#kit/contract/meaning-text.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { deskOnly, ListPage } from '#kit/pages/list-page.tsx';
import { openForm, openSheet } from '#kit/pages/open-form.ts';
import { Heading, Hint, Time } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan } from '#kit/ui/session.ts';
import type { ExchangeAccount } from '../contract/exchange-machines.ts';
import { coinsContract } from '../contract.ts';
import { count, load } from './account-forms.tsx';
import { MachineCount } from './machine-count.tsx';

const { readExchangeAccount, listExchangeEntries, loadExchange } = coinsContract;

export const AccountDetail = ({ equipmentId }: { equipmentId: string }) => (
  <Loaded call={[readExchangeAccount, { equipmentId }]}>
    {(account) => (
      <Stack gap="md">
        <Head account={account} />
        <Balance account={account} />
        <Work account={account} />
        <History equipmentId={equipmentId} />
      </Stack>
    )}
  </Loaded>
);

function Head({ account }: { account: ExchangeAccount }) {
  const t = useText();
  return (
    <Group justify="space-between" align="flex-start">
      <div>
        <Group gap={8}>
          <Heading size="h3">{machineText(account, t)}</Heading>
          <DeviceState device={account} />
        </Group>
        <Hint>{account.fieldName}</Hint>
      </div>
      <Button
        component={Link}
        to={`/currencyRecord?equipmentId=${account.equipmentId}`}
        variant="subtle"
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

function Work({ account }: { account: ExchangeAccount }) {
  const t = useText();
  const may = useCan(loadExchange);
  if (!may) return null;
  return (
    <>
      {account.expected === null && <Text>{t('coins:account.openHint')}</Text>}
      <Group gap="sm">
        <Button leftSection={<Icon name="plus" />} onClick={() => void openForm(load, account)}>
          {t('coins:account.load')}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="clipboard-list" />}
          onClick={() => void openForm(count, account)}
        >
          {t(account.expected === null ? 'coins:account.open' : 'coins:account.count')}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="refresh" />}
          disabled={!account.online || account.hoppers.length === 0}
          onClick={() =>
            void openSheet({
              title: t('coins:account.countByMachine'),
              content: () => <MachineCount equipmentId={account.equipmentId} />,
            })
          }
        >
          {t('coins:account.countByMachine')}
        </Button>
      </Group>
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
          { key: 'kind', label: 'coins:field.entry' },
          { key: 'coins', label: 'coins:field.change' },
          { key: 'expected', label: 'coins:account.expected' },
          ...deskOnly('userName', 'remark'),
          'createdAt',
        ],
        filters: ['from'],
        empty: { title: 'coins:account.noEntries', hint: 'coins:account.noEntriesHint' },
      }),
    [equipmentId],
  );
  return (
    <section>
      <Heading size="h4" mb="sm">
        {t('coins:account.history')}
      </Heading>
      <ListPage definition={list} />
    </section>
  );
}
