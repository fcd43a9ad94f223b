import { invalid } from '#kit/kernel/errors.ts';
import type { Handler } from '#kit/server/context.ts';
import type { controlContract } from '../../contract/control.ts';
import { type DeviceView, findDevice } from '../device-queries.ts';
import { runningSettings } from '../hub.ts';

interface HopperSettings {
  hopper: number;
  enabled: boolean;
  capacity: number;
  lowAt: number;
}

/** Stock comes from the machine, size and alarm from its settings, as far as they are known. */
export const listExchangeStock: Handler<typeof controlContract.listExchangeStock> = async (
  context,
  { equipmentId },
) => {
  const device = await findDevice(context.db.read, context.session.scope, equipmentId);
  if (device.type !== 'exchange') throw invalid('devices:error.notExchange');
  const settings = await runningSettings(context.services, device);
  const limitsOf = new Map(
    ((settings?.exchange?.hoppers ?? []) as HopperSettings[]).map((entry) => [entry.hopper, entry]),
  );
  return device.hoppers.map(({ hopper, coins }) => {
    const limits = limitsOf.get(hopper);
    return {
      hopper,
      coins,
      capacity: limits?.capacity ?? null,
      lowAt: limits?.lowAt ?? null,
      low: limits ? coins <= limits.lowAt : isLow(device, coins),
    };
  });
};

/** Without its settings only the machine itself can tell. */
const isLow = (device: DeviceView, coins: number) =>
  coins === 0 || device.faults.some((code) => code === 'hopperLow' || code === 'hopperEmpty');
