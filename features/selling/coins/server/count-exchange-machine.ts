import { findDevice, requestCommand, type SettledCommand } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { AppError, conflict, invalid } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { exchangeCounted } from '../contract/events.ts';
import type { exchangeMachinesContract } from '../contract/exchange-machines.ts';
import {
  findStocktake,
  insertStocktake,
  lockAccount,
  lockStocktake,
  type StocktakeRow,
  updateStocktake,
} from './exchange-machine-queries.ts';
import { toStocktake } from './exchange-machine-records.ts';
import { bookCount } from './keep-accounts.ts';
import { findExchange } from './load-exchange-machine.ts';

const countSubject = 'hopperCount';

async function logCount(tx: Tx, context: StaffContext, row: StocktakeRow, label: string): Promise<void> {
  await audit(tx, context, {
    action: 'coins.count',
    entity: 'device',
    entityId: row.deviceId,
    siteId: row.siteId,
    label,
    after: { counted: row.counted, expected: row.expected, hoppers: row.hoppers, remark: row.remark },
  });
}

/** Under the lock of the account: the first of two equal calls is stored by now, or will never be. */
async function earlier(tx: Tx, context: StaffContext, deviceId: string, requestId: string | undefined) {
  if (!requestId) return undefined;
  const known = await findStocktake(tx, tenantScope(context.session.tenantId), { requestId });
  if (known && known.deviceId !== deviceId) throw conflict('coins:error.otherRequest');
  return known;
}

export async function countExchange(
  context: StaffContext,
  input: ParsedInputOf<typeof exchangeMachinesContract.countExchange>,
) {
  const { session } = context;
  const now = context.clock.now();
  const id = newId(now.getTime());
  const row = await context.db.transaction(async (tx) => {
    const device = await findExchange(tx, session.scope, input.equipmentId);
    const account = await lockAccount(tx, device);
    const known = await earlier(tx, context, device.deviceId, input.requestId);
    if (known) {
      if (known.counted !== input.counted) throw conflict('coins:error.otherRequest');
      return known;
    }
    const by = { id, userName: session.name, remark: input.remark ?? '' };
    const { expected } = await bookCount(tx, account, { ...by, counted: input.counted, at: now });
    const made = await insertStocktake(tx, session.tenantId, {
      ...by,
      createdAt: now,
      endedAt: now,
      ...pick(device, 'deviceId', 'siteId', 'code'),
      userId: session.userId,
      requestId: input.requestId ?? null,
      state: 'done',
      expected,
      counted: input.counted,
    });
    await logCount(tx, context, made, device.name ?? device.code);
    return made;
  });
  return toStocktake(context, row);
}

export async function countByMachine(
  context: StaffContext,
  input: ParsedInputOf<typeof exchangeMachinesContract.countByMachine>,
) {
  const { session } = context;
  const now = context.clock.now();
  const row = await context.db.transaction(async (tx) => {
    const device = await findExchange(tx, session.scope, input.equipmentId);
    await lockAccount(tx, device);
    const known = await earlier(tx, context, device.deviceId, input.requestId);
    if (known) return known;
    const scope = tenantScope(session.tenantId);
    if (await findStocktake(tx, scope, { countingOn: device.deviceId }))
      throw invalid('coins:error.countingAlready');
    if (device.hoppers.length === 0) throw invalid('coins:error.hoppersUnknown');
    const made = await insertStocktake(tx, session.tenantId, {
      id: newId(now.getTime()),
      createdAt: now,
      ...pick(device, 'deviceId', 'siteId', 'code'),
      userId: session.userId,
      userName: session.name,
      remark: input.remark ?? '',
      requestId: input.requestId ?? null,
      state: 'counting',
      hoppers: device.hoppers.map(({ hopper }) => ({ hopper, coins: null })),
    });
    await askNext(tx, context.services, made);
    await logCount(tx, context, made, device.name ?? device.code);
    return made;
  });
  return toStocktake(context, row);
}

/** A machine does one thing at a time, so the next hopper is asked for when the one before has been counted. */
async function askNext(tx: Tx, services: Services, row: StocktakeRow): Promise<void> {
  const next = row.hoppers.find(({ coins }) => coins === null);
  if (!next) return;
  const device = await findDevice(tx, tenantScope(row.tenantId), row.deviceId);
  await requestCommand(tx, services, {
    device,
    command: 'countHopper',
    parameters: { hopper: next.hopper },
    user: { id: row.userId, name: row.userName },
    subject: { kind: countSubject, id: row.id },
  });
}

/** Each hopper's count as it comes; when all are counted it is booked, when one fails nothing is. */
export async function settleCount(tx: Tx, services: Services, command: SettledCommand): Promise<void> {
  if (command.subjectKind !== countSubject || !command.subjectId) return;
  const row = await lockStocktake(tx, command.tenantId, command.subjectId);
  // a late answer to a count that was given up changes nothing: coins have moved since
  if (row?.state !== 'counting') return;
  const now = services.clock.now();
  const fail = (reason: string | null) => updateStocktake(tx, row, { state: 'failed', reason, endedAt: now });
  if (command.state !== 'done' || command.counted === null) await fail(command.reason);
  else {
    const hoppers = row.hoppers.map((entry) =>
      entry.hopper === command.parameters.hopper ? { ...entry, coins: command.counted } : entry,
    );
    const updated = await updateStocktake(tx, row, { hoppers });
    if (hoppers.every(({ coins }) => coins !== null)) await book(tx, updated, now);
    else {
      try {
        await askNext(tx, services, updated);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // it went away between two hoppers
        await fail('offline');
      }
    }
  }
  await emit(tx, siteTopic(row.tenantId, row.siteId), exchangeCounted, { id: row.id });
}

async function book(tx: Tx, row: StocktakeRow, now: Date): Promise<void> {
  const account = await lockAccount(tx, row);
  const counted = row.hoppers.reduce((sum, { coins }) => sum + (coins ?? 0), 0);
  const { expected } = await bookCount(tx, account, { ...row, counted, at: now });
  await updateStocktake(tx, row, { state: 'done', expected, counted, endedAt: now });
}
