import { invalid } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { controlContract } from '../../contract/control.ts';
import { requestCommand } from '../commands/request-command.ts';
import { type DeviceView, findDevice } from '../device-queries.ts';

/** A command a person asked for: in the operation log, and with that person's name. */
async function sendAs(
  context: StaffContext,
  device: DeviceView,
  command: string,
  parameters: Record<string, unknown>,
): Promise<{ commandId: string; expiresAt: string }> {
  const { session, services } = context;
  const { id, expiresAt } = await context.db.transaction(async (tx) => {
    const ticket = await requestCommand(tx, services, {
      device,
      command,
      parameters,
      user: { id: session.userId, name: session.name },
    });
    await audit(tx, context, {
      action: 'devices.command',
      entity: 'device',
      entityId: device.deviceId,
      label: device.name ?? `#${device.number}`,
      after: { command, ...parameters },
    });
    return ticket;
  });
  return { commandId: id, expiresAt: expiresAt.toISOString() };
}

export const sendCommand: Handler<typeof controlContract.sendCommand> = async (context, input) => {
  const device = await findDevice(context.db.read, context.session.scope, input.equipmentId);
  return sendAs(context, device, input.command, input.parameters);
};

export const locateDevice: Handler<typeof controlContract.locateDevice> = async (context, input) => {
  const device = await findDevice(context.db.read, context.session.scope, input.equipmentId);
  return sendAs(context, device, 'locate', {});
};

export const dispenseCoins: Handler<typeof controlContract.dispenseCoins> = async (context, input) => {
  const device = await findDevice(context.db.read, context.session.scope, input.equipmentId);
  if (device.type !== 'exchange') throw invalid('devices:error.notExchange');
  return sendAs(context, device, 'dispense', { amount: input.number, source: 'remote' });
};
