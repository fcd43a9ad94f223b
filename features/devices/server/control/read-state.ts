import { businessDay } from '#kit/kernel/time.ts';
import type { Handler } from '#kit/server/context.ts';
import type { controlContract } from '../../contract/control.ts';
import { sumCounters } from '../device-days.ts';
import { findDevice } from '../device-queries.ts';
import { selectOpenCommand } from './control-queries.ts';
import { toCommandRecord, toFaults } from './control-records.ts';

export const readState: Handler<typeof controlContract.readState> = async (context, { equipmentId }) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const device = await findDevice(reader, scope, equipmentId);
  const day = businessDay(context.clock.now());
  const [sums, command] = await Promise.all([
    sumCounters(reader, scope, { from: day, to: day, deviceIds: [equipmentId] }),
    selectOpenCommand(reader, device),
  ]);
  const today: Record<string, number> = {};
  for (const { counter, amount } of sums) today[counter] = (today[counter] ?? 0) + amount;
  return {
    equipmentId: device.deviceId,
    fieldId: device.siteId,
    code: device.code,
    number: device.number,
    name: device.name,
    type: device.type,
    controlled: device.controlled,
    online: device.online,
    changedAt: device.changedAt?.toISOString() ?? null,
    lastSeenAt: device.lastSeenAt?.toISOString() ?? null,
    signalKind: device.signalKind,
    signalDbm: device.signalDbm,
    model: device.model,
    firmware: device.firmware,
    app: device.app,
    busy: device.busy,
    faults: toFaults(device.faults),
    settingsVersion: device.settingsVersion,
    contentVersion: device.contentVersion,
    freeBytes: device.freeBytes,
    counters: device.counters,
    today,
    hoppers: device.hoppers,
    lanes: device.lanes,
    command: command ? toCommandRecord(command) : null,
  };
};
