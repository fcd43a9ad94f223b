import { Group, Text } from '@mantine/core';
import { formatFen } from '#kit/kernel/money.ts';
import { type FormContentProps, formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Hint, Money, StatusBadge } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { TakingRecord } from '../contract/cashier.ts';
import { coinsContract } from '../contract.ts';

const { listTakings, confirmTakings, rejectTakings } = coinsContract;

const isOpen = ({ state }: TakingRecord) => state !== 'confirmed';
const openIds = (rows: readonly TakingRecord[]) => ({ ids: rows.filter(isOpen).map(({ id }) => id) });

const expectedOf = (rows: readonly TakingRecord[]) =>
  rows.filter(isOpen).reduce((sum, { amountFen }) => sum + amountFen, 0);

function Expected({ subject }: FormContentProps<TakingRecord[]>) {
  const t = useText();
  return (
    <Group justify="space-between">
      <Text>{t('coins:cashier.expectedOf', { count: subject.filter(isOpen).length })}</Text>
      <Text fw={650} size="lg">
        <Money fen={expectedOf(subject)} />
      </Text>
    </Group>
  );
}

function Difference({ subject, values }: FormContentProps<TakingRecord[]>) {
  const t = useText();
  const { countedFen } = values;
  if (typeof countedFen !== 'number' || Number.isNaN(countedFen)) return null;
  const differenceFen = countedFen - expectedOf(subject);
  return (
    <Group justify="space-between" role="status">
      <Text>{t('coins:cashier.differenceFen')}</Text>
      <StatusBadge tone={differenceFen === 0 ? 'good' : differenceFen < 0 ? 'bad' : 'waiting'}>
        <Money fen={differenceFen} signed />
      </StatusBadge>
    </Group>
  );
}

const count = formAction({
  endpoint: confirmTakings,
  title: 'coins:cashier.confirmTitle',
  initial: openIds,
  above: Expected,
  fields: [
    { name: 'countedFen', label: 'coins:cashier.countedNow' },
    { name: 'remark', kind: 'text' },
  ],
  below: Difference,
  success: ({ differenceFen }, t) =>
    differenceFen === 0
      ? t('coins:cashier.exact')
      : t('coins:cashier.withDifference', { amount: formatFen(differenceFen) }),
});

const sendBack = formAction({
  endpoint: rejectTakings,
  title: 'coins:cashier.rejectTitle',
  danger: true,
  initial: openIds,
  fields: [{ name: 'reason', kind: 'longText', hint: 'coins:cashier.rejectHint' }],
  success: 'coins:cashier.rejected',
});

const takingsOf = (userId: string) =>
  defineList({
    endpoint: listTakings,
    texts: 'coins:cashier',
    input: { userId },
    size: 50,
    columns: [
      'orderNumber',
      'fieldName',
      'amountFen',
      { key: 'state', label: 'coins:field.state' },
      { key: 'rejectReason', label: 'coins:field.reason', phone: false },
      'createdAt',
    ],
    filters: [{ name: 'state', label: 'coins:field.state' }, 'from'],
    rowTo: (row) => `/order_detail?id=${row.orderId}`,
    bulkActions: [
      {
        label: 'coins:cashier.confirm',
        icon: 'check',
        visible: (rows: TakingRecord[]) => rows.some(isOpen),
        form: count,
      },
      {
        label: 'coins:cashier.reject',
        icon: 'x',
        danger: true,
        visible: (rows: TakingRecord[]) => rows.some(isOpen),
        form: sendBack,
      },
    ],
    empty: { title: 'coins:cashier.noTakings', hint: 'coins:cashier.noTakingsHint' },
  });

/** The takings of one person: choose what they hand over, count it, confirm or send it back. */
export function HolderTakings({ userId }: { userId: string }) {
  const t = useText();
  return (
    <>
      <Hint mb="sm">{t('coins:cashier.chooseHint')}</Hint>
      <ListPage definition={takingsOf(userId)} />
    </>
  );
}
