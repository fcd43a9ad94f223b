import { Text } from '@mantine/core';
import { z } from 'zod';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import { type Action, forOne } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage, optional } from '#kit/pages/list-page.tsx';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { DepositRecord } from '../contract/deposits.ts';
import { coinsContract } from '../contract.ts';
import { type Member, MemberPicker } from './member-picker.tsx';

const { listDeposits, bookDeposits, decideDeposit } = coinsContract;

const isWaiting = ({ state }: DepositRecord) => state === 'waiting';
const isNameless = ({ playerId }: DepositRecord) => playerId === null;

function Chosen({ rows }: { rows: readonly DepositRecord[] }) {
  const t = useText();
  const waiting = rows.filter(isWaiting);
  const sum = (unit: DepositRecord['unit']) =>
    waiting.filter((row) => row.unit === unit).reduce((total, { amount }) => total + (amount ?? 0), 0);
  return (
    <>
      <Text fw={600}>
        {t('coins:deposit.chosen', { count: waiting.length, coins: sum('coin'), tickets: sum('ticket') })}
      </Text>
      {!waiting.some(isNameless) && <Hint>{t('coins:deposit.ownersKnown')}</Hint>}
    </>
  );
}

function Told({ row }: { row: DepositRecord }) {
  const t = useText();
  return (
    <>
      <Text fw={600}>{row.heldFor && t(`coins:heldFor.${row.heldFor}`)}</Text>
      <Hint>{t('coins:deposit.decideHint', { amount: (row.amount ?? 0).toLocaleString() })}</Hint>
    </>
  );
}

/** Only those for whom the machine did not know whom it counted need somebody to be named. */
const book: Action<DepositRecord[]> = {
  label: 'coins:deposit.book',
  icon: 'user-check',
  visible: (rows) => rows.some(isWaiting),
  form: formAction({
    endpoint: bookDeposits,
    schema: z.object({ member: z.custom<Member>().optional() }),
    title: 'coins:deposit.bookTitle',
    above: ({ subject }) => <Chosen rows={subject} />,
    fields: (rows: DepositRecord[]) =>
      rows.filter(isWaiting).some(isNameless)
        ? [
            {
              name: 'member',
              label: 'coins:field.member',
              required: true,
              render: ({ value, onChange }) => (
                <MemberPicker
                  siteId={rows[0]?.fieldId ?? ''}
                  chosen={value as Member | undefined}
                  onChoose={onChange}
                />
              ),
            },
          ]
        : [],
    toInput: ({ member }, rows) => ({
      ids: rows.filter(isWaiting).map(({ id }) => id),
      ...(member && { playerId: member.playerId }),
    }),
    success: ({ booked, coins, tickets }, t) => t('coins:deposit.booked', { count: booked, coins, tickets }),
  }),
};

const isBooking = ({ decision }: { decision?: unknown }) => decision === 'book';

/** What a machine told and nobody can believe unseen: somebody has opened the machine and counted. */
const decide: Action<DepositRecord> = {
  label: 'coins:deposit.decide',
  icon: 'shield',
  visible: ({ state }) => state === 'held',
  form: formAction({
    endpoint: decideDeposit,
    schema: decideDeposit.input
      .omit({ id: true, playerId: true })
      .extend({ member: z.custom<Member>().optional() }),
    title: 'coins:deposit.decideTitle',
    above: ({ subject }) => <Told row={subject} />,
    initial: ({ amount }: DepositRecord) => ({ decision: 'refuse', amount }),
    fields: (row: DepositRecord) => [
      { name: 'decision', label: 'coins:deposit.decideWhat' },
      { name: 'amount', label: 'coins:deposit.decideAmount', showIf: isBooking, required: true },
      ...(isNameless(row)
        ? [
            {
              name: 'member' as const,
              label: 'coins:field.member',
              required: true,
              showIf: isBooking,
              render: ({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) => (
                <MemberPicker
                  siteId={row.fieldId ?? ''}
                  chosen={value as Member | undefined}
                  onChoose={onChange}
                />
              ),
            },
          ]
        : []),
      { name: 'reason', label: 'coins:deposit.decideReason', kind: 'longText' },
    ],
    toInput: ({ member, amount, decision, reason }, { id }) => ({
      id,
      decision,
      reason,
      ...(decision === 'book' && { amount, ...(member && { playerId: member.playerId }) }),
    }),
    success: 'coins:deposit.decided',
  }),
};

/** /storage_coins: what deposit machines counted, and into whose account it goes. */
export default listPage({
  endpoint: listDeposits,
  columns: [
    'equipmentName',
    'fieldName',
    'amount',
    { key: 'unit', optional: true },
    'playerName',
    'state',
    ...optional('heldFor', 'decision'),
    'bookedBy',
    'createdAt',
  ],
  filters: [siteFilter(), machineFilter(undefined, 'deposit'), 'state', 'unit', 'from'],
  rowActions: [forOne(book), decide],
  bulkActions: [book],
  empty: { title: 'coins:deposit.empty', hint: 'coins:deposit.emptyHint' },
});
