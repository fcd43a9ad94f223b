import { findDevice, requestCommand } from '#features/devices/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import type { settingsContract } from '../contract.ts';
import { deviceLabel } from './begin-changes.ts';

export const clearData: Handler<typeof settingsContract.clearData> = async (context, input) => {
  const { session, services } = context;
  return context.db.transaction(async (tx) => {
    const device = await findDevice(tx, session.scope, input.equipmentId);
    if (input.confirmCode.toUpperCase() !== device.code)
      throw invalidField('confirmCode', 'settings:error.wrongCode');
    const { id } = await requestCommand(tx, services, {
      device,
      command: 'clear',
      parameters: { what: input.what },
      user: { id: session.userId, name: session.name },
      subject: { kind: 'settings.clear', id: device.deviceId },
    });
    await audit(tx, context, {
      action: 'settings.clear',
      entity: 'device',
      entityId: device.deviceId,
      label: deviceLabel(device),
      after: { what: input.what, commandId: id },
    });
    return { commandId: id };
  });
};
