import {
  type DeviceView,
  findDevice,
  requestCommand,
  type SettledCommand,
} from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, invalid } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import type { Scope } from '#kit/server/scope.ts';
import { exchangeAccountChanged } from '../contract/events.ts';
import { type exchangeMachinesContract, maxHopperCoins } from '../contract/exchange-machines.ts';
import {
  endEcho,
  expectedOf,
  findEntryByRequest,
  insertEntry,
  lockAccount,
  updateAccount,
} from './exchange-machine-queries.ts';

export const loadSubject = 'hopperLoad';

export async function findExchange(reader: Reader, scope: Scope, deviceId: string): Promise<DeviceView> {
  const device = await findDevice(reader, scope, deviceId);
  if (device.type !== 'exchange') throw invalid('coins:error.notExchange');
  return device;
}

/** What the hopper holds with the new coins, so that the machine's own figure follows. */
async function tellMachine(
  tx: Tx,
  { services, session }: StaffContext,
  device: DeviceView,
  load: { id: string; hopper: number; coins: number },
): Promise<boolean> {
  if (!device.online || !device.controlled) return false;
  const known = device.hoppers.find(({ hopper }) => hopper === load.hopper)?.coins ?? 0;
  await requestCommand(tx, services, {
    device,
    command: 'setHopper',
    parameters: { hopper: load.hopper, coins: Math.min(maxHopperCoins, known + load.coins) },
    user: { id: session.userId, name: session.name },
    subject: { kind: loadSubject, id: load.id },
  });
  return true;
}

export async function loadExchange(
  context: StaffContext,
  input: ParsedInputOf<typeof exchangeMachinesContract.loadExchange>,
): Promise<{ id: string; told: boolean }> {
  const { session } = context;
  const { hopper, coins, remark = '', requestId } = input;
  const now = context.clock.now();
  const id = newId(now.getTime());
  return context.db.transaction(async (tx) => {
    const device = await findExchange(tx, session.scope, input.equipmentId);
    const account = await lockAccount(tx, device);
    // Under the lock: the first of two equal calls is stored by now, or will never be.
    const known = requestId && (await findEntryByRequest(tx, session.tenantId, requestId));
    if (known) {
      if (known.deviceId !== device.deviceId || known.coins !== coins)
        throw conflict('coins:error.otherRequest');
      return { id: known.id, told: known.awaitsEcho };
    }
    const told = await tellMachine(tx, context, device, { id, hopper, coins });
    const loaded = account.loaded + coins;
    await updateAccount(tx, account, { loaded });
    await insertEntry(tx, session.tenantId, {
      id,
      createdAt: now,
      ...pick(device, 'deviceId', 'siteId', 'code'),
      kind: 'load',
      day: businessDay(now),
      coins,
      expected: expectedOf({ ...account, loaded }),
      userName: session.name,
      remark,
      requestId: requestId ?? null,
      awaitsEcho: told,
    });
    await audit(tx, context, {
      action: 'coins.load',
      entity: 'device',
      entityId: device.deviceId,
      siteId: device.siteId,
      label: device.name ?? device.code,
      after: { hopper, coins, remark },
    });
    await emit(tx, siteTopic(session.tenantId, device.siteId), exchangeAccountChanged, {});
    return { id, told };
  });
}

/** A machine that did not take the figure will not count the load either. */
export async function settleLoad(tx: Tx, command: SettledCommand): Promise<void> {
  if (command.subjectKind !== loadSubject || !command.subjectId || command.state === 'done') return;
  await endEcho(tx, command.tenantId, command.subjectId, null);
}

/** Coins taken out of a hopper by the machine itself, into the bag. */
export async function settleEmptied(tx: Tx, command: SettledCommand, now: Date): Promise<void> {
  if (command.type !== 'exchange' || command.command !== 'emptyHopper' || !command.counted) return;
  const account = await lockAccount(tx, command);
  const out = account.out + command.counted;
  await updateAccount(tx, account, { out });
  await insertEntry(tx, command.tenantId, {
    id: newId(now.getTime()),
    createdAt: now,
    ...pick(command, 'deviceId', 'siteId', 'code'),
    kind: 'emptied',
    day: businessDay(now),
    coins: -command.counted,
    expected: expectedOf({ ...account, out }),
  });
  await emit(tx, siteTopic(command.tenantId, command.siteId), exchangeAccountChanged, {});
}
