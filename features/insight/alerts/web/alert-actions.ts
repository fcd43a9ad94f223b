import { addDays, businessDay } from '#kit/kernel/time.ts';
import { type Action, forOne } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { isOddKind } from '../contract/kinds.ts';
import { type AlertRecord, alertsContract } from '../contract.ts';

const usualDays = 7;

const isOpen = (alert: AlertRecord) => alert.endedAt === null;
const openIds = (list: readonly AlertRecord[]) => list.filter(isOpen).map(({ id }) => id);

const note = {
  name: 'note',
  label: 'alerts:field.note',
  placeholder: 'alerts:list.noteHint',
  rows: 2,
} as const;

/** Several ones are handled with one note. */
const acknowledge: Action<AlertRecord[]> = {
  label: 'alerts:list.acknowledge',
  icon: 'user-check',
  visible: (list) => list.some(isOpen),
  form: formAction({
    endpoint: alertsContract.acknowledgeAlerts,
    title: 'alerts:list.acknowledgeTitle',
    submitLabel: 'alerts:list.acknowledge',
    fields: [note],
    initial: (list: AlertRecord[]) => ({ ids: openIds(list) }),
    success: 'alerts:list.acknowledged',
  }),
};

const mend: Action<AlertRecord[]> = {
  label: 'alerts:list.mend',
  icon: 'circle-check',
  visible: (list) => list.some(isOpen),
  form: formAction({
    endpoint: alertsContract.mendAlerts,
    title: 'alerts:list.mendTitle',
    submitLabel: 'alerts:list.mend',
    fields: [{ ...note, hint: 'alerts:list.mendHint' }],
    initial: (list: AlertRecord[]) => ({ ids: openIds(list) }),
    success: 'alerts:list.mended',
  }),
};

/** Somebody knows why it differs from its past: until a day nothing is said. */
const silence: Action<AlertRecord> = {
  label: 'alerts:silence.begin',
  icon: 'bell-off',
  visible: (alert) => isOpen(alert) && isOddKind(alert.kind),
  form: formAction({
    endpoint: alertsContract.silenceAlert,
    title: 'alerts:silence.title',
    submitLabel: 'alerts:silence.begin',
    fields: [
      { name: 'reason', appearance: 'radio' },
      { name: 'note', placeholder: 'alerts:silence.noteHint', rows: 2 },
      {
        name: 'place',
        appearance: 'radio',
        label: 'alerts:field.silencePlace',
        showIf: ({ kind }) => kind !== 'siteLow',
      },
      { name: 'untilDay', hint: 'alerts:silence.untilHint' },
    ],
    initial: ({ id, kind }: AlertRecord) => ({
      id,
      kind,
      place: kind === 'siteLow' ? 'site' : 'machine',
      untilDay: addDays(businessDay(new Date()), usualDays),
    }),
    success: 'alerts:silence.begun',
  }),
};

export const bulkActions: readonly Action<AlertRecord[]>[] = [acknowledge, mend];

/** Where the machine is in sight: take over, end. */
export const handleActions: readonly Action<AlertRecord>[] = [
  { ...forOne(acknowledge), visible: (alert) => isOpen(alert) && alert.acknowledgedAt === null },
  forOne(mend),
  silence,
];

/** What can be done about one alert: go to the machine, take over, end. */
export const rowActions: readonly Action<AlertRecord>[] = [
  {
    label: 'alerts:list.device',
    icon: 'device',
    to: (alert) => `/machineSetting?equipmentId=${alert.equipmentId}`,
    visible: (alert) => alert.equipmentId !== null,
    primary: true,
  },
  forOne(acknowledge),
  forOne(mend),
  silence,
];
