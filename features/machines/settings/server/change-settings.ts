import { type DeviceView, requireReachable } from '#features/machines/devices/server/public.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { checkValues } from '../rules/document-rules.ts';
import { announce } from './announce.ts';
import { beginChanges } from './begin-changes.ts';
import { type Confirmed, lockConfirmed } from './confirmed-queries.ts';
import { createPlanner } from './plan-change.ts';
import { transmit } from './send-changes.ts';

/** Gives a device that can be reached some values; it answers later. changeId null: it runs with them already. */
export async function changeSettings(
  context: StaffContext,
  device: DeviceView,
  settings: SettingsDocument,
): Promise<{ changeId: string | null; version: number }> {
  requireReachable(device);
  const wanted = checkValues(device.type, settings);
  const now = context.clock.now();
  const { change, version } = await context.db.transaction(async (tx) => {
    const confirmed = (await lockConfirmed(tx, [device])).get(device.deviceId) as Confirmed;
    const plan = createPlanner()(device, confirmed, wanted);
    if (plan.blocked) return { change: undefined, version: confirmed.version };
    const [begun] = await beginChanges(tx, [plan], { actor: context, action: 'settings.change', now });
    if (begun) await announce(tx, [{ change: begun, state: 'pending' }], now);
    return { change: begun, version: begun?.version ?? confirmed.version };
  });
  if (change) await transmit(context.services, [change]);
  return { changeId: change?.id ?? null, version };
}
