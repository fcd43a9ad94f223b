import { siteNames } from '#features/base/sites/server/public.ts';
import { isDeviceId } from '#features/machines/devices/contract/shared.ts';
import {
  answerFor,
  type DeviceView,
  findDevice,
  findDeviceByCode,
  judgeLabel,
  presenceOf,
  requestCommand,
  runningSettings,
  sumCountersToday,
} from '#features/machines/devices/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { deviceTypeDefinitions } from '#kit/protocol/types/catalogue.ts';
import { audit } from '#kit/server/audit.ts';
import { type Context, type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import { type controlContract, staffCommands } from '../contract/control.ts';
import { pageCommands, pageRecords, selectOpenCommand } from './control-queries.ts';
import { toCommandRecord, toFaults, toLogLine } from './control-records.ts';

/** Staff who have scanned a machine's own label may let it answer, unless somebody plays at it. */
async function locateForPlayer(
  { db, services }: Context<PlayerSession>,
  code: string,
  signature: string | undefined,
): Promise<{ commandId: string; expiresAt: Date }> {
  const device = await findDeviceByCode(db.read, code.toUpperCase());
  if (!device) throw missing('devices:error.unknownCode');
  if (judgeLabel(services.secrets, device.code, signature) !== 'signed')
    throw invalid('devices:error.scanFirst');
  if (device.busy) throw invalid('devices:error.busyNow');
  const { id, expiresAt } = await db.transaction((tx) =>
    requestCommand(tx, services, { device, command: 'locate', parameters: {} }),
  );
  return { commandId: id, expiresAt };
}

const deviceOf = ({ db, session }: StaffContext, equipmentId: string): Promise<DeviceView> =>
  findDevice(db.read, session.scope, equipmentId);

async function exchangeOf(context: StaffContext, equipmentId: string): Promise<DeviceView> {
  const device = await deviceOf(context, equipmentId);
  if (device.type !== 'exchange') throw invalid('devices:error.notExchange');
  return device;
}

/** A command a person asked for: in the operation log, and with that person's name. */
async function sendAs(
  context: StaffContext,
  device: DeviceView,
  command: string,
  parameters: Record<string, unknown>,
): Promise<{ commandId: string; expiresAt: Date }> {
  const { session, services } = context;
  const { id, expiresAt } = await context.db.transaction(async (tx) => {
    const ticket = await requestCommand(tx, services, {
      device,
      command,
      parameters,
      user: { id: session.userId, name: session.name },
      subject: await answerFor(tx, context, { device, command, parameters }),
    });
    await audit(tx, context, {
      action: 'devices.command',
      entity: 'device',
      entityId: device.deviceId,
      siteId: device.siteId,
      label: device.name ?? `#${device.number}`,
      after: { command, ...parameters },
    });
    return ticket;
  });
  return { commandId: id, expiresAt };
}

interface HopperSettings {
  hopper: number;
  enabled: boolean;
  capacity: number;
  lowAt: number;
}

/** Without its settings only the machine itself can tell. */
const isLow = (device: DeviceView, coins: number) =>
  coins === 0 || device.faults.some((code) => code === 'hopperLow' || code === 'hopperEmpty');

export const controlHandlers: Handlers<typeof controlContract> = {
  async readState(context, { equipmentId }) {
    const { scope } = context.session;
    const reader = context.db.read;
    const say = sayFor(context);
    const device = await deviceOf(context, equipmentId);
    const [sums, command, sites] = await Promise.all([
      sumCountersToday(reader, scope, { at: context.clock.now(), deviceIds: [equipmentId] }),
      selectOpenCommand(reader, device),
      siteNames(reader, scope, [device.siteId]),
    ]);
    const today: Record<string, number> = {};
    for (const { counter, amount } of sums) today[counter] = (today[counter] ?? 0) + amount;
    return {
      ...device,
      equipmentId,
      equipmentNo: device.number,
      equipmentName: device.name,
      typeName: say(`devices:type.${device.type}`),
      fieldId: device.siteId,
      fieldName: sites.get(device.siteId) ?? null,
      ...presenceOf(device),
      faults: toFaults(device.faults),
      today,
      command: command ? toCommandRecord(command, say) : null,
    };
  },

  /** Stock comes from the machine, size and alarm from its settings, as far as they are known. */
  async listExchangeStock(context, { equipmentId }) {
    const device = await exchangeOf(context, equipmentId);
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
        lowCoins: limits?.lowAt ?? null,
        low: limits ? coins <= limits.lowAt : isLow(device, coins),
      };
    });
  },

  async locateDevice(context, { equipmentId, s }) {
    const { session } = context;
    if (session.kind === 'player') return locateForPlayer({ ...context, session }, equipmentId, s);
    if (!isDeviceId(equipmentId)) throw missing();
    const own = { ...context, session };
    return sendAs(own, await deviceOf(own, equipmentId), 'locate', {});
  },

  sendCommand: async (context, { equipmentId, command, parameters }) =>
    sendAs(context, await deviceOf(context, equipmentId), command, parameters),

  async listCommands(context, input) {
    const device = await deviceOf(context, input.equipmentId);
    const page = await pageCommands(context.db.read, device, input);
    return mapPage(page, (row) => toCommandRecord(row, sayFor(context)));
  },

  async listRecords(context, input) {
    const device = await deviceOf(context, input.equipmentId);
    const page = await pageRecords(context.db.read, device, input);
    return mapPage(page, (row) => toLogLine(row, sayFor(context)));
  },

  listDeviceTypes: async (context) =>
    Object.values(deviceTypeDefinitions).map((definition) => ({
      type: definition.type,
      name: sayFor(context)(`devices:type.${definition.type}`),
      groups: Object.keys(definition.groups),
      commands: Object.entries(definition.commands).map(([command, { moves, withinMs }]) => ({
        command,
        moves,
        staff: (staffCommands as readonly string[]).includes(command),
        withinMs,
      })),
      counters: [...definition.counters],
      faults: toFaults(definition.faults),
    })),
};
