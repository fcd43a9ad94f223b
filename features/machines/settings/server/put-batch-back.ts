import { type DeviceView, listDevices } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf, ResultOf } from '#kit/contract/endpoint.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { parseSettings } from '#kit/protocol/types/catalogue.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import type { SettingDifference, settingsContract } from '../contract.ts';
import { mergeSettings } from '../rules/document-rules.ts';
import { formerValues } from '../rules/put-back-rules.ts';
import { selectBatch, selectChanged, tallyBatches } from './batch-queries.ts';
import { type ChangeRow, selectUnderWay } from './change-queries.ts';
import { type Confirmed, selectConfirmed } from './confirmed-queries.ts';
import { briefsOf } from './device-records.ts';
import { createPlanner, type Plan } from './plan-change.ts';
import { startPlanned } from './start-batch.ts';

interface PutBack {
  plan: Plan;
  changedSince: SettingDifference[];
}

/** The devices of an ended batch that it changed, as far as the merchant still has them. */
async function changedBy(reader: Reader, { session: { scope } }: StaffContext, id: string) {
  if (!(await selectBatch(reader, scope, id))) throw missing();
  const tally = (await tallyBatches(reader, scope, [id])).get(id);
  if (tally && tally.pending > 0) throw invalid('settings:error.batchRunning');
  const changes = (await selectChanged(reader, scope, id)).filter(
    ({ differences }) => differences.length > 0,
  );
  const devices = await listDevices(reader, scope, { ids: changes.map(({ deviceId }) => deviceId) });
  return { changes: new Map(changes.map((change) => [change.deviceId, change])), devices };
}

/** What each device would get; what is on its way to a device counts as if it were there. */
async function planPutBack(
  reader: Reader,
  devices: readonly DeviceView[],
  changes: ReadonlyMap<string, ChangeRow>,
  confirmed: ReadonlyMap<string, Confirmed>,
): Promise<PutBack[]> {
  const underWay = await selectUnderWay(reader, devices);
  const planOf = createPlanner();
  return devices.map((device) => {
    const own = confirmed.get(device.deviceId) as Confirmed;
    const running = own.reported ?? own.settings;
    const current = mergeSettings(running, underWay.get(device.deviceId) ?? {});
    const { wanted, changedSince } = formerValues(changes.get(device.deviceId)!, current);
    const plan = planOf(device, own, wanted);
    if (Object.keys(wanted).length === 0)
      return {
        plan: { ...plan, differences: [], blocked: changedSince.length > 0 ? 'changedSince' : 'unchanged' },
        changedSince,
      };
    // What a machine once said of itself need not be a value that it may be given.
    const fits = 'settings' in parseSettings(device.type, plan.settings);
    return { plan: fits ? plan : { ...plan, blocked: 'invalid' }, changedSince };
  });
}

export async function previewPutBack(
  context: StaffContext,
  { id }: ParsedInputOf<typeof settingsContract.previewPutBack>,
): Promise<ResultOf<typeof settingsContract.previewPutBack>> {
  const reader = context.db.read;
  const { scope } = context.session;
  const { changes, devices } = await changedBy(reader, context, id);
  const [confirmed, briefs] = await Promise.all([
    selectConfirmed(reader, scope, devices),
    briefsOf(reader, scope, devices),
  ]);
  const found = await planPutBack(reader, devices, changes, confirmed);
  return {
    items: found.map(({ plan: { differences, blocked }, changedSince }, index) => ({
      device: briefs[index]!,
      differences,
      changedSince,
      blocked,
    })),
    gone: changes.size - devices.length,
  };
}

/** A batch like any other: sent wave by wave, confirmed by the devices, and it can be put back in its turn. */
export async function putBatchBack(
  context: StaffContext,
  { id }: ParsedInputOf<typeof settingsContract.putBatchBack>,
): Promise<{ batchId: string }> {
  const { changes, devices } = await changedBy(context.db.read, context, id);
  return startPlanned(context, 'putBack', 'settings.putBack', devices, async (tx, confirmed) => {
    const found = await planPutBack(tx, devices, changes, confirmed);
    const plans = found.map(({ plan }) => plan);
    if (plans.every(({ blocked }) => blocked !== null && blocked !== 'offline'))
      throw invalid('settings:error.nothingToPutBack');
    return plans;
  });
}
