import { type Action, forOne } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { type AlertRecord, alertsContract } from '../contract.ts';

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

export const bulkActions: readonly Action<AlertRecord[]>[] = [acknowledge, mend];

/** Where the machine is in sight: take over, end. */
export const handleActions: readonly Action<AlertRecord>[] = [
  { ...forOne(acknowledge), visible: (alert) => isOpen(alert) && alert.acknowledgedAt === null },
  forOne(mend),
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
];
