import type { DeviceFact, SettledCommand } from '#features/devices/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic, siteTopics } from '#kit/server/outbox.ts';
import { depositChanged } from '../contract/events.ts';
import { insertDeposit, lockByCommand, updateDeposit } from './deposit-queries.ts';

const unitOf = { coin: 'coin', ticket: 'ticket' } as const;
const isUnit = (kind: string): kind is keyof typeof unitOf => Object.hasOwn(unitOf, kind);

/** Somebody pressed start at the machine: it tells what it counted, and not for whom. */
export async function hearDeposits(tx: Tx, events: readonly DeviceFact[]): Promise<void> {
  const heard: DeviceFact[] = [];
  for (const event of events) {
    const { tenantId, deviceId, siteId, code, type, kind, at, data } = event;
    // what was counted by command comes with the command's own answer
    if (type !== 'deposit' || !isUnit(kind) || data.commandId) continue;
    const amount = typeof data.amount === 'number' ? data.amount : 0;
    if (amount === 0) continue;
    await insertDeposit(tx, tenantId, {
      id: newId(at.getTime()),
      createdAt: at,
      deviceId,
      siteId,
      code,
      unit: unitOf[kind],
      amount,
      state: 'waiting',
    });
    heard.push(event);
  }
  for (const audience of siteTopics(heard)) await emit(tx, audience, depositChanged, {});
}

/** A count that was asked for, by the player or by staff; what a jam let through was counted too. */
export async function settleDeposit(tx: Tx, command: SettledCommand, now: Date): Promise<void> {
  if (command.type !== 'deposit' || command.command !== 'startCounting') return;
  const { tenantId, deviceId, siteId, code, counted, reason } = command;
  const known = await lockByCommand(tx, tenantId, command.id);
  if (known && known.state !== 'counting' && known.state !== 'unknown') return;
  const certain = command.state !== 'unknown' && (counted !== null || command.state === 'expired');
  const ended = {
    amount: certain ? (counted ?? 0) : counted,
    state: counted ? ('waiting' as const) : certain ? ('empty' as const) : ('unknown' as const),
    reason,
  };
  if (known) await updateDeposit(tx, known, ended);
  else if (counted)
    await insertDeposit(tx, tenantId, {
      id: newId(now.getTime()),
      createdAt: now,
      deviceId,
      siteId,
      code,
      unit: command.parameters.kind === 'tickets' ? 'ticket' : 'coin',
      commandId: command.id,
      ...ended,
    });
  await emit(tx, siteTopic(tenantId, siteId), depositChanged, {});
}
