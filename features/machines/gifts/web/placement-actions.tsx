import { Text } from '@mantine/core';
import type { Action } from '#kit/pages/actions.ts';
import { type FormAction, formAction } from '#kit/pages/form-action.ts';
import type { FormField } from '#kit/pages/form-definition.ts';
import type { Values } from '#kit/pages/form-state.ts';
import { Hint } from '#kit/ui/display.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { type Translate, translate, useText } from '#kit/ui/i18n.ts';
import type { IconName } from '#kit/ui/icons.tsx';
import { wordsOf } from '#kit/ui/meaning-view.tsx';
import type { PlacementRecord } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import { loaded, machineAlarm, machineCount, unloaded } from '../rules/consequence-rules.ts';

const { loadDevice, unloadDevice, replaceGift, countDevice, configurePlacement } = giftsContract;
type Task = 'load' | 'unload' | 'count' | 'replace' | 'configure';

const hasGift = ({ giftId }: PlacementRecord) => giftId !== null;
/** It left the merchant; what lies in it can only be counted and taken back. */
export const isGone = ({ equipmentNo }: PlacementRecord) => equipmentNo === null;

const gifts = referenceTo({
  endpoint: giftsContract.listGifts,
  search: 'name',
  labelOf: (gift) => gift.name,
  hintOf: (gift) => translate('gifts:placement.warehouseHas', { number: gift.stock }),
});

const titleOf = (task: Task) => (placement: PlacementRecord, t: Translate) =>
  `${t(`gifts:placement.${task}`)} · ${wordsOf({ kind: 'machine' }, placement, 'equipmentName', t)}`;

function Holds({ placement, hint }: { placement: PlacementRecord; hint?: string }) {
  const t = useText();
  const { giftName, stock } = placement;
  return (
    <>
      {giftName && <Text size="sm">{t('gifts:placement.holds', { name: giftName, number: stock })}</Text>}
      {hint && <Hint>{hint}</Hint>}
    </>
  );
}

const roomOf = ({ capacity, stock }: PlacementRecord) => Math.max(0, (capacity ?? 0) - stock);

function Room({ placement }: { placement: PlacementRecord }) {
  const t = useText();
  if (!hasGift(placement)) return null;
  const room = { room: roomOf(placement), warehouse: placement.warehouseStock ?? 0 };
  return <Holds placement={placement} hint={t('gifts:placement.room', room)} />;
}

function Replaced({ placement }: { placement: PlacementRecord }) {
  return <Holds placement={placement} hint={useText()('gifts:placement.replaceHint')} />;
}

const amount = { name: 'amount', label: 'gifts:field.amount', min: 1 } as const;
const alarm = {
  name: 'alarmThreshold',
  label: 'gifts:field.alarmThreshold',
  hint: 'gifts:placement.alarmHint',
  comesTo: machineAlarm,
} as const;
const whole: FormField<typeof replaceGift.input>[] = [
  { name: 'giftId', label: 'gifts:field.giftName', source: gifts },
  { name: 'amount', label: 'gifts:placement.amountIn' },
  { name: 'capacity', label: 'gifts:field.capacity', hint: 'gifts:placement.capacityHint' },
  alarm,
];
const defaults = { capacity: 30, alarmThreshold: 5 };

const loading = (roundId?: string) =>
  formAction({
    endpoint: loadDevice,
    title: titleOf('load'),
    above: ({ subject }) => <Room placement={subject} />,
    // What it holds already is topped up; into an empty one a gift is chosen first.
    fields: (placement: PlacementRecord) =>
      hasGift(placement)
        ? [{ ...amount, comesTo: (values: Values) => loaded(placement, values.amount) }]
        : whole,
    initial: (placement) => {
      const { equipmentId, giftId, warehouseStock } = placement;
      const into = { equipmentId, ...(roundId && { roundId }) };
      if (giftId === null) return { ...into, ...defaults };
      const suggested = Math.min(roomOf(placement), warehouseStock ?? 0);
      return { ...into, giftId, ...(suggested > 0 && { amount: suggested }) };
    },
    success: 'gifts:placement.done',
  });

const unload = formAction({
  endpoint: unloadDevice,
  title: titleOf('unload'),
  above: ({ subject }) => <Holds placement={subject} />,
  fields: ({ stock }: PlacementRecord) => [
    { ...amount, comesTo: (values: Values) => unloaded(stock, values.amount) },
    { name: 'note', label: 'gifts:field.note', rows: 2 },
  ],
  initial: ({ equipmentId, stock }) => ({ equipmentId, amount: stock }),
  success: 'gifts:placement.done',
});

const count = formAction({
  endpoint: countDevice,
  title: titleOf('count'),
  above: ({ subject }) => <Holds placement={subject} />,
  fields: ({ stock }: PlacementRecord) => [
    {
      name: 'stock',
      label: 'gifts:stock.counted',
      hint: 'gifts:placement.countHint',
      comesTo: (values) => machineCount(stock, values.stock),
    },
    { name: 'note', label: 'gifts:field.reason', placeholder: 'gifts:stock.reason.correct', rows: 2 },
  ],
  initial: ({ equipmentId }) => ({ equipmentId }),
  success: 'gifts:placement.done',
});

const replace = formAction({
  endpoint: replaceGift,
  title: titleOf('replace'),
  above: ({ subject }) => <Replaced placement={subject} />,
  fields: whole,
  initial: ({ equipmentId, capacity, alarmThreshold }: PlacementRecord) => ({
    equipmentId,
    capacity,
    alarmThreshold,
  }),
  success: 'gifts:placement.done',
});

const configure = formAction({
  endpoint: configurePlacement,
  title: titleOf('configure'),
  fields: [{ name: 'capacity', label: 'gifts:field.capacity', hint: 'gifts:placement.capacityHint' }, alarm],
  initial: ({ equipmentId, capacity, alarmThreshold }: PlacementRecord) => ({
    equipmentId,
    capacity,
    alarmThreshold,
  }),
  success: 'gifts:placement.done',
});

const action = (
  task: Task,
  icon: IconName,
  form: FormAction<PlacementRecord>,
  visible: (placement: PlacementRecord) => boolean,
): Action<PlacementRecord> => ({
  label: `gifts:placement.${task}`,
  icon,
  form: { ...form, options: { ...form.options, submitLabel: `gifts:placement.${task}` } },
  visible,
});

/** On a round, what is loaded counts as its stop. */
export const loadOn = (roundId?: string): Action<PlacementRecord> =>
  action('load', 'plus', loading(roundId), (placement) => !isGone(placement));

/** Everything staff do to what lies in one device. */
export const placementActions = {
  load: loadOn(),
  unload: action('unload', 'upload', unload, ({ stock }) => stock > 0),
  count: action('count', 'clipboard-list', count, hasGift),
  replace: action('replace', 'arrows-exchange', replace, (row) => hasGift(row) && !isGone(row)),
  configure: action('configure', 'settings', configure, (row) => hasGift(row) && !isGone(row)),
} satisfies Record<Task, Action<PlacementRecord>>;
