import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatFen } from '#kit/kernel/money.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useAct } from '#kit/ui/api.ts';
import { useAskText } from '#kit/ui/ask-text.tsx';
import { Money, StatusBadge, Time, type Tone } from '#kit/ui/display.tsx';
import { MoneyField } from '#kit/ui/fields/text-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { type TakingRecord, takingStates } from '../contract/cashier.ts';
import { coinsContract } from '../contract.ts';
import { dayFilter } from './machine.tsx';

const { listTakings, confirmTakings, rejectTakings, listHolders, listHandovers } = coinsContract;

const tones: Record<TakingRecord['state'], Tone> = { held: 'waiting', rejected: 'bad', confirmed: 'good' };

function TakingBadge({ row }: { row: TakingRecord }) {
  const t = useText();
  return <StatusBadge tone={tones[row.state]}>{t(`coins:takingState.${row.state}`)}</StatusBadge>;
}

const isOpen = ({ state }: TakingRecord) => state !== 'confirmed';

const takingList = (
  userId: string,
  onConfirm: (rows: TakingRecord[]) => void,
  onReject: (rows: TakingRecord[]) => Promise<unknown>,
) =>
  defineList({
    endpoint: listTakings,
    input: { userId },
    size: 50,
    columns: [
      { key: 'orderNumber', label: 'coins:cashier.order', primary: true },
      { key: 'fieldName', label: 'coins:field.site', secondary: true },
      {
        key: 'amountFen',
        label: 'coins:cashier.amount',
        align: 'right',
        sortable: true,
        render: (row) => <Money fen={row.amountFen} signed />,
        exportAs: { kind: 'money' },
      },
      {
        key: 'state',
        label: 'coins:field.state',
        trailing: true,
        render: (row) => <TakingBadge row={row} />,
        exportAs: {
          values: Object.fromEntries(takingStates.map((state) => [state, `coins:takingState.${state}`])),
        },
      },
      { key: 'rejectReason', label: 'coins:field.reason', hideOnPhone: true },
      {
        key: 'createdAt',
        label: 'coins:field.createdAt',
        sortable: true,
        render: (row) => <Time value={row.createdAt} />,
        exportAs: { kind: 'instant' },
      },
    ],
    filters: [
      {
        kind: 'choice',
        name: 'state',
        label: 'coins:field.state',
        options: takingStates.map((state) => ({ value: state, label: `coins:takingState.${state}` })),
      },
      dayFilter,
    ],
    rowTo: (row) => `/order_detail?id=${row.orderId}`,
    bulkActions: [
      {
        label: 'coins:cashier.confirm',
        icon: 'check',
        needs: confirmTakings,
        visible: (rows: TakingRecord[]) => rows.some(isOpen),
        run: (rows: TakingRecord[]) => {
          onConfirm(rows);
          return false;
        },
      },
      {
        label: 'coins:cashier.reject',
        icon: 'x',
        danger: true,
        needs: rejectTakings,
        visible: (rows: TakingRecord[]) => rows.some(isOpen),
        run: onReject,
      },
    ],
    empty: { title: 'coins:cashier.noTakings', hint: 'coins:cashier.noTakingsHint' },
    live: 'cashier.changed',
    export: true,
  });

/** The takings of one person: choose what they hand over, count it, confirm or send it back. */
export function HolderTakings({ userId }: { userId: string }) {
  const t = useText();
  const { ask, dialog } = useAskText();
  const [chosen, setChosen] = useState<readonly TakingRecord[]>([]);
  const reject = useAct(rejectTakings, {
    invalidates: [listTakings, listHolders],
    success: 'coins:cashier.rejected',
  });
  const sendBack = async (rows: TakingRecord[]) => {
    const reason = await ask({
      title: t('coins:cashier.rejectTitle'),
      hint: t('coins:cashier.rejectHint'),
      label: t('coins:field.reason'),
      required: true,
      danger: true,
    });
    if (!reason) return false;
    await reject.mutateAsync({ ids: rows.filter(isOpen).map(({ id }) => id), reason });
  };
  const list = takingList(userId, (rows) => setChosen(rows.filter(isOpen)), sendBack);
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t('coins:cashier.chooseHint')}
      </Text>
      <ListPage definition={list} />
      <ConfirmSheet rows={chosen} onClose={() => setChosen([])} />
      {dialog}
    </>
  );
}

function ConfirmSheet({ rows, onClose }: { rows: readonly TakingRecord[]; onClose: () => void }) {
  const t = useText();
  const [countedFen, setCountedFen] = useState<number | undefined>();
  const [remark, setRemark] = useState('');
  const expectedFen = rows.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const close = () => {
    setCountedFen(undefined);
    setRemark('');
    onClose();
  };
  const confirm = useAct(confirmTakings, {
    invalidates: [listTakings, listHolders, listHandovers],
    onDone: ({ differenceFen }) => {
      toast.success(
        differenceFen === 0
          ? t('coins:cashier.exact')
          : t('coins:cashier.withDifference', { amount: formatFen(differenceFen) }),
      );
      close();
    },
  });
  const differenceFen = countedFen === undefined ? undefined : countedFen - expectedFen;
  return (
    <Sheet opened={rows.length > 0} onClose={close} title={t('coins:cashier.confirmTitle')}>
      <Stack>
        <Group justify="space-between">
          <Text>{t('coins:cashier.expectedOf', { count: rows.length })}</Text>
          <Text fw={650} size="lg">
            <Money fen={expectedFen} />
          </Text>
        </Group>
        <MoneyField
          label={t('coins:cashier.countedNow')}
          value={countedFen}
          onChange={setCountedFen}
          required
        />
        {differenceFen !== undefined && !Number.isNaN(differenceFen) && (
          <Group justify="space-between" role="status">
            <Text>{t('coins:cashier.difference')}</Text>
            <StatusBadge tone={differenceFen === 0 ? 'good' : differenceFen < 0 ? 'bad' : 'waiting'}>
              <Money fen={differenceFen} signed />
            </StatusBadge>
          </Group>
        )}
        <TextInput
          label={t('coins:field.remark')}
          maxLength={200}
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
        <Button
          size="md"
          disabled={countedFen === undefined || Number.isNaN(countedFen)}
          loading={confirm.isPending}
          onClick={() =>
            confirm.mutate({
              ids: rows.map(({ id }) => id),
              countedFen: countedFen ?? 0,
              ...(remark.trim() && { remark: remark.trim() }),
            })
          }
        >
          {t('coins:cashier.confirm')}
        </Button>
      </Stack>
    </Sheet>
  );
}
