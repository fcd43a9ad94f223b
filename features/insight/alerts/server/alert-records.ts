import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { Language } from '#kit/kernel/language.ts';
import type { Texts } from '#kit/server/texts.ts';
import type { alertsContract } from '../contract.ts';
import type { PlacedAlert } from './alert-queries.ts';
import { describe } from './describe-alerts.ts';

type AlertResult = ResultOf<typeof alertsContract.listAlerts>['records'][number];

/** A machine that is gone keeps the name it had when the alert opened. */
function machineOf({ device, data: { number, name, code } }: PlacedAlert) {
  if (device) return { equipmentNo: device.number, equipmentName: device.name, code: device.code };
  return {
    equipmentNo: typeof number === 'number' ? number : null,
    equipmentName: name === code ? null : String(name ?? ''),
    code: code === undefined ? null : String(code),
  };
}

export const toAlertRecord = (
  texts: Texts,
  language: Language,
  row: PlacedAlert,
  now: Date,
): AlertResult => ({
  ...row,
  ...describe(texts, language, row, row.endedAt ?? now),
  ...machineOf(row),
  equipmentId: row.deviceId,
  fieldId: row.siteId,
  fieldName: row.siteName,
  state: row.endReason ?? (row.acknowledgedAt ? 'taken' : 'open'),
});
