import { and, asc, eq, gt, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, type RowOf, rows } from '#kit/server/tables.ts';
import {
  askJournalAgainMs,
  askUnknownAgainMs,
  askUnknownForMs,
  openStates,
} from '../../rules/command-rules.ts';
import { deviceCommands, deviceStates, devices } from '../../tables.ts';
import type { DeviceRef } from '../device-facts.ts';

type Commands = ColumnsOf<typeof deviceCommands>;
type Devices = ColumnsOf<typeof devices>;
export type CommandRow = RowOf<typeof deviceCommands>;

/** A command as other features and pages see it. */
export type CommandView = Omit<CommandRow, 'answerBy' | 'giveUpAt' | 'askedJournalAt'>;

/** Of devices the scope reaches, unbound ones too: their commands are history. */
export async function readCommands(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<CommandView[]> {
  if (ids.length === 0) return [];
  const command = rows(scope, deviceCommands);
  const device = rows(scope, devices);
  const found = await reader
    .select()
    .from(command)
    .innerJoin(device, ofDevice(command, device))
    .where(inArray(command.id, [...ids]))
    .orderBy(asc(command.createdAt), asc(command.id));
  return found.map((row) => row.device_command);
}

/** What commands of one subject have let out since a moment, and may still: those that ended count as counted. */
export async function piecesOfSubject(
  reader: Reader,
  tenantId: string,
  subject: { kind: string; id: string },
  since: Date,
): Promise<number> {
  const command = rows(tenantScope(tenantId), deviceCommands);
  const [found] = await reader
    .select({
      pieces: sql<number>`coalesce(sum(case
        when ${command.state} = 'expired' then 0
        when ${command.state} in ('done', 'failed') then coalesce(${command.counted}, ${command.asked}, 1)
        else coalesce(${command.asked}, 1) end), 0)::int`,
    })
    .from(command)
    .where(
      and(
        eq(command.subjectKind, subject.kind),
        eq(command.subjectId, subject.id),
        gte(command.createdAt, since),
      ),
    );
  return found?.pieces ?? 0;
}

export const ofDevice = (command: Commands, device: Devices) =>
  and(eq(device.tenantId, command.tenantId), eq(device.id, command.deviceId));

export interface KnownCommand {
  command: CommandRow;
  device: DeviceRef;
}

/** Held until the transaction ends; undefined when the device was never given it. */
export async function lockCommandOf(tx: Tx, device: DeviceRef, id: string): Promise<CommandRow | undefined> {
  const { tenantId, deviceId } = device;
  const [found] = await find(tx, tenantScope(tenantId), deviceCommands, { id, deviceId }, 'update');
  return found;
}

/** Queued ones that came too late to leave, and sent ones whose answer is overdue. */
export async function selectOverdue(reader: Reader, now: Date, limit: number): Promise<OverdueCommand[]> {
  const command = rows(platformScope, deviceCommands);
  const device = rows(platformScope, devices);
  const state = rows(platformScope, deviceStates);
  const againBefore = new Date(now.getTime() - askJournalAgainMs);
  const found = await reader
    .select()
    .from(command)
    .innerJoin(device, ofDevice(command, device))
    .innerJoin(state, and(eq(state.tenantId, command.tenantId), eq(state.deviceId, command.deviceId)))
    .where(
      and(
        inArray(command.state, [...openStates]),
        lte(command.answerBy, now),
        or(
          eq(command.state, 'queued'),
          lte(command.giveUpAt, now),
          and(state.online, or(isNull(command.askedJournalAt), lte(command.askedJournalAt, againBefore))),
        ),
      ),
    )
    .orderBy(asc(command.answerBy))
    .limit(limit);
  return found.map((row) => ({
    command: row.device_command,
    device: refOf(row.device),
    online: row.device_state.online,
  }));
}

/**
 * Nobody could tell what became of them, and their devices are there: a question or its answer got lost, and no new hello
 * will ask. As long as somebody's money may wait for it they are asked about now and then.
 */
export async function selectUnknown(reader: Reader, now: Date, limit: number): Promise<KnownCommand[]> {
  const command = rows(platformScope, deviceCommands);
  const device = rows(platformScope, devices);
  const state = rows(platformScope, deviceStates);
  const found = await reader
    .select()
    .from(command)
    .innerJoin(device, ofDevice(command, device))
    .innerJoin(state, and(eq(state.tenantId, command.tenantId), eq(state.deviceId, command.deviceId)))
    .where(
      and(
        eq(command.state, 'unknown'),
        gt(command.createdAt, new Date(now.getTime() - askUnknownForMs)),
        eq(state.online, true),
        or(
          isNull(command.askedJournalAt),
          lte(command.askedJournalAt, new Date(now.getTime() - askUnknownAgainMs)),
        ),
      ),
    )
    .orderBy(asc(command.createdAt))
    .limit(limit);
  return found.map((row) => ({ command: row.device_command, device: refOf(row.device) }));
}

export interface OverdueCommand extends KnownCommand {
  online: boolean;
}

/** What these devices may still have to tell: they have just come back. */
export async function selectUnanswered(
  reader: Reader,
  refs: readonly DeviceRef[],
  createdAfter: Date,
): Promise<KnownCommand[]> {
  const command = rows(platformScope, deviceCommands);
  const refOfId = new Map(refs.map((ref) => [ref.deviceId, ref]));
  const found = await reader
    .select()
    .from(command)
    .where(
      and(
        inArray(command.tenantId, [...new Set(refs.map(({ tenantId }) => tenantId))]),
        inArray(command.deviceId, [...refOfId.keys()]),
        inArray(command.state, ['sent', 'accepted', 'unknown']),
        gt(command.createdAt, createdAfter),
      ),
    )
    .orderBy(asc(command.createdAt));
  return found.flatMap((row) => {
    const device = refOfId.get(row.deviceId);
    return device ? [{ command: row, device }] : [];
  });
}

export const refOf = (device: Devices['$inferSelect']): DeviceRef => ({
  tenantId: device.tenantId,
  deviceId: device.id,
  ...pick(device, 'siteId', 'code', 'type'),
});
