import { Button, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useAct } from '#kit/ui/api.ts';
import { StatusBadge, Time, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { type DepositRecord, depositStates, depositUnits } from '../contract/deposits.ts';
import { coinsContract } from '../contract.ts';
import { dayFilter, MachineName, machineFilter, siteFilter } from './machine.tsx';
import { type Member, MemberPicker } from './member-picker.tsx';

const { listDeposits, bookDeposits } = coinsContract;

const tones: Record<DepositRecord['state'], Tone> = {
  counting: 'info',
  waiting: 'waiting',
  booked: 'good',
  empty: 'quiet',
  unknown: 'waiting',
};

function DepositBadge({ state }: { state: DepositRecord['state'] }) {
  const t = useText();
  return <StatusBadge tone={tones[state]}>{t(`coins:depositState.${state}`)}</StatusBadge>;
}

function Amount({ row }: { row: DepositRecord }) {
  const t = useText();
  return row.amount === null
    ? t('coins:deposit.countingNow')
    : t(`coins:unit.${row.unit}`, { count: row.amount });
}

const isWaiting = ({ state }: DepositRecord) => state === 'waiting';

const depositList = (onBook: (rows: readonly DepositRecord[]) => void) =>
  defineList({
    endpoint: listDeposits,
    columns: [
      {
        key: 'code',
        label: 'coins:field.machine',
        primary: true,
        render: (row) => <MachineName machine={row} />,
      },
      { key: 'fieldName', label: 'coins:field.site', secondary: true },
      {
        key: 'amount',
        label: 'coins:deposit.amount',
        align: 'right',
        sortable: true,
        render: (row) => <Amount row={row} />,
      },
      {
        key: 'unit',
        label: 'coins:deposit.unit',
        optional: true,
        hideOnPhone: true,
        exportAs: {
          values: Object.fromEntries(depositUnits.map((unit) => [unit, `coins:deposit.unitName.${unit}`])),
        },
      },
      { key: 'playerName', label: 'coins:field.member' },
      {
        key: 'state',
        label: 'coins:field.state',
        trailing: true,
        render: (row) => <DepositBadge state={row.state} />,
        exportAs: {
          values: Object.fromEntries(depositStates.map((state) => [state, `coins:depositState.${state}`])),
        },
      },
      { key: 'bookedBy', label: 'coins:deposit.bookedBy', hideOnPhone: true },
      {
        key: 'createdAt',
        label: 'coins:field.createdAt',
        sortable: true,
        render: (row) => <Time value={row.createdAt} />,
        exportAs: { kind: 'instant' },
      },
    ],
    filters: [
      siteFilter,
      machineFilter('deposit'),
      {
        kind: 'choice',
        name: 'state',
        label: 'coins:field.state',
        options: depositStates.map((state) => ({ value: state, label: `coins:depositState.${state}` })),
      },
      {
        kind: 'choice',
        name: 'unit',
        label: 'coins:deposit.unit',
        options: depositUnits.map((unit) => ({ value: unit, label: `coins:deposit.unitName.${unit}` })),
      },
      dayFilter,
    ],
    rowActions: [
      {
        label: 'coins:deposit.book',
        icon: 'user-check',
        needs: bookDeposits,
        visible: isWaiting,
        run: (row: DepositRecord) => onBook([row]),
      },
    ],
    bulkActions: [
      {
        label: 'coins:deposit.book',
        icon: 'user-check',
        needs: bookDeposits,
        visible: (rows: DepositRecord[]) => rows.some(isWaiting),
        run: (rows: DepositRecord[]) => {
          onBook(rows);
          return false;
        },
      },
    ],
    empty: { title: 'coins:deposit.empty', hint: 'coins:deposit.emptyHint' },
    live: 'deposit.changed',
    export: true,
  });

/** /storage_coins: what deposit machines counted, and into whose account it goes. */
export default function Deposits() {
  const [chosen, setChosen] = useState<readonly DepositRecord[]>([]);
  const list = useMemo(() => depositList((rows) => setChosen(rows.filter(isWaiting))), []);
  return (
    <>
      <ListPage definition={list} />
      <BookSheet rows={chosen} onClose={() => setChosen([])} />
    </>
  );
}

function BookSheet({ rows, onClose }: { rows: readonly DepositRecord[]; onClose: () => void }) {
  const t = useText();
  const [member, setMember] = useState<Member | undefined>();
  const close = () => {
    setMember(undefined);
    onClose();
  };
  const book = useAct(bookDeposits, {
    invalidates: [listDeposits],
    onDone: ({ booked, coins, tickets }) => {
      toast.success(t('coins:deposit.booked', { count: booked, coins, tickets }));
      close();
    },
  });
  const nameless = rows.some(({ playerId }) => playerId === null);
  const sum = (unit: DepositRecord['unit']) =>
    rows.filter((row) => row.unit === unit).reduce((total, { amount }) => total + (amount ?? 0), 0);
  return (
    <Sheet opened={rows.length > 0} onClose={close} title={t('coins:deposit.bookTitle')}>
      <Stack>
        <Text fw={600}>
          {t('coins:deposit.chosen', { count: rows.length, coins: sum('coin'), tickets: sum('ticket') })}
        </Text>
        {nameless && rows[0] ? (
          <MemberPicker siteId={rows[0].fieldId} chosen={member} onChoose={setMember} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('coins:deposit.ownersKnown')}
          </Text>
        )}
        <Button
          size="md"
          disabled={nameless && !member}
          loading={book.isPending}
          onClick={() =>
            book.mutate({
              ids: rows.map(({ id }) => id),
              ...(nameless && member && { playerId: member.playerId }),
            })
          }
        >
          {t('coins:deposit.book')}
        </Button>
      </Stack>
    </Sheet>
  );
}
