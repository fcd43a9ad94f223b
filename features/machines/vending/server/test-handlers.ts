import { answerFor, readCommands, requestCommand } from '#features/machines/devices/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { vendingContract } from '../contract.ts';
import { laneDevice } from './device-records.ts';
import { readLaneSettings } from './lane-settings.ts';

async function command(
  context: StaffContext,
  deviceId: string,
  name: 'testLane' | 'openDoor',
  parameters: Record<string, unknown>,
) {
  const { scope, userId, name: userName } = context.session;
  const device = await laneDevice(context.db.read, scope, deviceId);
  if (!Object.hasOwn(definitionOf(device.type).commands, name))
    throw invalid('vending:error.noLanes', { code: device.code });
  const lane = parameters.lane as number | undefined;
  if (lane !== undefined) {
    const settings = (await readLaneSettings(context.db.read, scope, [device])).get(device.deviceId) ?? [];
    if (!settings.some((setting) => setting.lane === lane))
      throw invalid('vending:error.unknownLane', { lane });
  }
  return context.db.transaction(async (tx) => {
    const { id, expiresAt } = await requestCommand(tx, context.services, {
      device,
      command: name,
      parameters,
      user: { id: userId, name: userName },
      // within the limit of the day, and in the name of who tries
      subject: await answerFor(tx, context, { device, command: name, parameters }),
    });
    await audit(tx, context, {
      action: name === 'testLane' ? 'vending.testLane' : 'vending.openDoor',
      entity: 'device',
      entityId: device.deviceId,
      label: device.code,
      after: parameters,
    });
    return { commandId: id, expiresAt };
  });
}

export const testHandlers: Handlers<Pick<typeof vendingContract, 'testLane' | 'openDoor' | 'readTests'>> = {
  testLane: (context, { equipmentId, lane }) => command(context, equipmentId, 'testLane', { lane }),

  openDoor: (context, { equipmentId }) => command(context, equipmentId, 'openDoor', {}),

  async readTests({ db, session }, { ids }) {
    const found = await readCommands(db.read, session.scope, ids);
    return found.map(({ id, ...command }) => ({ ...command, commandId: id }));
  },
};
