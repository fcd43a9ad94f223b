import { Button, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { type Column, defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useAct, useCall } from '#kit/ui/api.ts';
import { Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { walletContract } from '../contract.ts';
import { useWalletName } from './wallet-parts.tsx';

const { listSettlements, settleSite, listWallets } = walletContract;
type Row = OutputOf<typeof listSettlements>['records'][number];

function WalletOf({ row }: { row: Row }) {
  const nameOf = useWalletName();
  return nameOf({ kind: row.walletKind, name: row.walletName });
}

const columns: readonly Column<Row>[] = [
  { key: 'fieldName', label: 'wallet:field.site', primary: true, sortBy: 'name' },
  {
    key: 'walletName',
    label: 'wallet:field.settlesTo',
    trailing: true,
    render: (row) => <WalletOf row={row} />,
  },
  {
    key: 'changedAt',
    label: 'wallet:field.changedAt',
    hideOnPhone: true,
    render: (row) => <Time value={row.changedAt} />,
    exportAs: { kind: 'instant' },
  },
];

export function SettlementList() {
  const [changing, setChanging] = useState<Row | undefined>();
  const list = defineList({
    endpoint: listSettlements,
    rowId: (row) => row.fieldId,
    columns,
    search: 'keyword',
    searchHint: 'wallet:settlement.search',
    rowActions: [
      {
        label: 'wallet:settlement.change',
        icon: 'edit',
        primary: true,
        needs: settleSite,
        run: (row) => setChanging(row),
      },
    ],
    empty: { title: 'wallet:settlement.noSites', hint: 'wallet:settlement.noSitesHint' },
    id: 'sites',
    export: true,
    live: 'wallet.',
  });
  return (
    <>
      <ListPage definition={list} />
      {changing && <ChangeSheet row={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}

function ChangeSheet({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  const nameOf = useWalletName();
  const { data: wallets } = useCall(listWallets, {});
  const [walletId, setWalletId] = useState(row.walletId);
  const change = useAct(settleSite, {
    success: 'wallet:settlement.changed',
    invalidates: [listSettlements, listWallets],
    onDone: onClose,
  });
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t('wallet:settlement.title', { name: row.fieldName })}
      footer={
        <Button
          fullWidth
          size="md"
          loading={change.isPending}
          disabled={walletId === row.walletId}
          onClick={() => change.mutate({ fieldId: row.fieldId, walletId })}
        >
          {t('kit:action.save')}
        </Button>
      }
    >
      <Stack>
        <Radio.Group value={walletId} onChange={setWalletId} label={t('wallet:field.settlesTo')}>
          <Stack gap={4} mt={6}>
            {wallets?.map((wallet) => (
              <Radio key={wallet.id} value={wallet.id} label={nameOf(wallet)} py={8} />
            ))}
          </Stack>
        </Radio.Group>
        <Text size="sm" c="dimmed">
          {t('wallet:settlement.hint')}
        </Text>
      </Stack>
    </Sheet>
  );
}
