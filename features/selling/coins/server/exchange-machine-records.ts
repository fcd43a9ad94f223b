import { type DeviceView, presenceOf } from '#features/machines/devices/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { exchangeMachinesContract } from '../contract/exchange-machines.ts';
import type { DispenseRow, pageDispenses } from './dispense-queries.ts';
import {
  differenceOf,
  expectedOf,
  lastDifferences,
  type StocktakeRow,
  selectAccounts,
} from './exchange-machine-queries.ts';
import { machineNames, reasonName, toMachine } from './machine-records.ts';

type ListedDispense = Awaited<ReturnType<typeof pageDispenses>>['records'][number];

/** The note, the pay way of the order, or the person who gave them away. */
function paidText({ services, language }: StaffContext, row: DispenseRow): string {
  const say = (key: string, params?: Record<string, string | number>) =>
    services.texts.say(language, `coins:${key}`, params);
  if (row.source === 'note')
    return row.paidYuan === null ? say('source.note') : say('source.noteOf', { yuan: row.paidYuan });
  if (row.source === 'order' && row.payWay) return say(`payWay.${row.payWay}`);
  return row.userName ? say('source.staffNamed', { name: row.userName }) : say(`source.${row.source}`);
}

export const toDispense = (
  context: StaffContext,
  { coin_dispense: row, device, site }: ListedDispense,
): ResultOf<typeof exchangeMachinesContract.listDispenses>['records'][number] => ({
  ...row,
  ...toMachine(row, device, site),
  paid: paidText(context, row),
  // a note tells its fault by the fault's own name, which the outcome says already
  reasonName: row.source === 'note' ? null : reasonName(context, row.reason),
  orderId: row.subjectKind === 'order' ? row.subjectId : null,
});

export async function toAccounts(
  { db, session }: StaffContext,
  devices: readonly DeviceView[],
): Promise<ResultOf<typeof exchangeMachinesContract.readExchangeAccount>[]> {
  const ids = devices.map(({ deviceId }) => deviceId);
  const [accounts, differences, nameOf] = await Promise.all([
    selectAccounts(db.read, session.scope, ids),
    lastDifferences(db.read, session.scope, ids),
    machineNames(db.read, session.scope, devices),
  ]);
  return devices.map((device) => {
    const account = accounts.get(device.deviceId);
    return {
      ...nameOf(device),
      ...presenceOf(device),
      baseCoins: account?.baseCoins ?? null,
      baseAt: account?.baseAt ?? null,
      loaded: account?.loaded ?? 0,
      out: account?.out ?? 0,
      expected: account ? expectedOf(account) : null,
      hoppers: device.hoppers,
      difference: differences.get(device.deviceId) ?? null,
    };
  });
}

export async function toStocktake(
  context: StaffContext,
  row: StocktakeRow,
): Promise<ResultOf<typeof exchangeMachinesContract.readStocktake>> {
  const nameOf = await machineNames(context.db.read, context.session.scope, [row]);
  return {
    ...row,
    ...nameOf(row),
    reasonName: reasonName(context, row.reason),
    difference: differenceOf(row),
  };
}
