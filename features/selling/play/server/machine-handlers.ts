import { tenantName } from '#features/base/accounts/server/public.ts';
import { siteTerms } from '#features/base/sites/server/public.ts';
import { type DeviceView, findDeviceByCode } from '#features/machines/devices/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { faults, isFaultCode } from '#kit/protocol/faults.ts';
import type { Handler } from '#kit/server/context.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { MachinePrice, MachineState, playContract } from '../contract.ts';
import { verdictOf } from './label-verdict.ts';
import { machinePrice } from './machine-price.ts';
import { shownOddsOf } from './odds-handlers.ts';
import { noteForgedLabel, noteOldLabel } from './old-labels.ts';

const stops = (code: string) => isFaultCode(code) && faults[code] === 'stop';

/** In the order in which it matters to somebody who stands before it. */
function stateOf(device: DeviceView, siteOpen: boolean, price: MachinePrice | null): MachineState {
  if (!siteOpen) return 'closed';
  if (!device.controlled || !price) return 'unsold';
  if (!device.online) return 'offline';
  if (device.faults.some(stops)) return 'fault';
  return device.busy ? 'busy' : 'ready';
}

/** Anybody may ask: ids, remarks, counters, stock and which fault it is stay with the staff. */
export const readMachine: Handler<typeof playContract.readMachine> = async (context, { equipmentId, s }) => {
  const { services, language } = context;
  const reader = context.db.read;
  const device = await findDeviceByCode(reader, equipmentId.toUpperCase());
  if (!device) throw missing('play:error.unknownMachine');
  const label = verdictOf(services, device.code, s);
  if (label === 'unsigned') noteOldLabel(services, device.deviceId);
  if (label === 'wrong') noteForgedLabel(services, device);
  const [merchantName, site, price, odds] = await Promise.all([
    tenantName(reader, device.tenantId),
    siteTerms(reader, tenantScope(device.tenantId), device.siteId),
    machinePrice(reader, device, context.clock.now()),
    shownOddsOf(reader, device),
  ]);
  return {
    merchantName: merchantName ?? '',
    fieldId: device.siteId,
    fieldName: site?.name ?? '',
    equipmentNo: device.number,
    equipmentName: device.name,
    type: device.type,
    typeName: services.texts.say(language, `devices:type.${device.type}`),
    state: stateOf(device, site?.enabled ?? false, price),
    label,
    // nothing is sold by a label that somebody made up
    price: label === 'wrong' ? null : price,
    odds: label === 'wrong' ? null : odds,
  };
};
