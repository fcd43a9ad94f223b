import { Button, Stack, Text } from '@mantine/core';
import { formatFen } from '#kit/kernel/money.ts';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage, optional } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import type { WithdrawalRecord } from '../contract/withdrawals.ts';
import { walletContract } from '../contract.ts';
import { useConfirmTransfer } from './confirm-transfer.ts';
import { WithdrawalDetail, withdrawalColumns } from './withdrawal-detail.tsx';

const listOf = (ofAll: boolean) =>
  defineList({
    endpoint: walletContract.listWithdrawals,
    columns: [
      ...withdrawalColumns(ofAll),
      ...optional('userName', 'reason'),
      { key: 'stage', label: 'wallet:field.state' },
    ],
    filters: ['state', { name: 'kind', label: 'wallet:field.withdrawalKind' }, 'target', 'from'],
    rowDetail: (row) => <Detail row={row} />,
    rowActions: [
      {
        label: 'wallet:records.cancel',
        icon: 'x',
        danger: true,
        visible: (row) => row.cancellable,
        call: callOf(walletContract.cancelWithdrawal, (row: WithdrawalRecord) => ({ id: row.id })),
        confirm: {
          title: 'wallet:records.cancelTitle',
          body: 'wallet:records.cancelBody',
          params: (row) => ({ amount: formatFen(row.amountFen) }),
        },
        success: 'wallet:records.cancelled',
      },
    ],
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
  });

const list = listOf(false);
const listOfPlatform = listOf(true);

/** What was asked for and what became of it. */
export default function WithdrawalRecords() {
  const user = useSession();
  return <ListPage key={user?.tenantId} definition={user?.realm === 'platform' ? listOfPlatform : list} />;
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
      {available && <Button onClick={() => void ask()}>{t('wallet:records.confirm')}</Button>}
    </>
  );
}
