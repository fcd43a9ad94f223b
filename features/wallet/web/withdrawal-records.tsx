import { Button, Stack, Text } from '@mantine/core';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import type { WithdrawalRecord } from '../contract/withdrawals.ts';
import { walletContract } from '../contract.ts';
import { useConfirmTransfer } from './confirm-transfer.ts';
import {
  amountColumns,
  kindColumn,
  stateColumn,
  targetColumn,
  timeColumn,
  WithdrawalDetail,
  withdrawalFilters,
} from './withdrawal-columns.tsx';

const list = defineList({
  endpoint: walletContract.listWithdrawals,
  columns: [
    ...amountColumns,
    timeColumn,
    kindColumn,
    targetColumn,
    { key: 'userName', label: 'wallet:field.askedBy', optional: true },
    { key: 'reason', label: 'wallet:field.reason', optional: true },
    stateColumn,
  ],
  filters: withdrawalFilters,
  rowDetail: (row) => <Detail row={row} />,
  actions: [
    {
      label: 'wallet:screen.withdraw',
      icon: 'cash',
      primary: true,
      to: () => '/put_forward',
      needs: walletContract.askWithdrawal,
    },
  ],
  empty: { title: 'wallet:records.empty', hint: 'wallet:records.emptyHint' },
  export: true,
  live: 'withdrawal.',
});

/** What was asked for and what became of it. */
export default function WithdrawalRecords() {
  const user = useSession();
  return <ListPage key={user?.tenantId} definition={list} />;
}

function Detail({ row }: { row: WithdrawalRecord }) {
  return (
    <Stack>
      <WithdrawalDetail row={row} />
      {row.confirm && <ConfirmAtWechat confirm={row.confirm} />}
    </Stack>
  );
}

function ConfirmAtWechat({ confirm }: { confirm: NonNullable<WithdrawalRecord['confirm']> }) {
  const t = useText();
  const { available, ask } = useConfirmTransfer(confirm);
  return (
    <>
      <Text size="sm">{t(available ? 'wallet:records.confirmHint' : 'wallet:records.confirmInWechat')}</Text>
      {available && (
        <Button mih={44} onClick={() => void ask()}>
          {t('wallet:records.confirm')}
        </Button>
      )}
    </>
  );
}
