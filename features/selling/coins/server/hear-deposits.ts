import type {
  CounterIncrement,
  DeviceFact,
  SettledCommand,
} from '#features/machines/devices/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, playerTopic, siteTopic, siteTopics } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';
import { depositChanged, ownDepositChanged } from '../contract/events.ts';
import { insertDeposit, lockByCommand, lockCounting, updateDeposit } from './deposit-queries.ts';
import { judgeDeposit } from './judge-deposit.ts';

const unitOf = { coin: 'coin', ticket: 'ticket' } as const;
const isUnit = (kind: string): kind is keyof typeof unitOf => Object.hasOwn(unitOf, kind);

/** Somebody pressed start at the machine: it tells what it counted, and not for whom. */
export async function hearDeposits(tx: Tx, services: Services, events: readonly DeviceFact[]): Promise<void> {
  const heard: DeviceFact[] = [];
  for (const event of events) {
    const { tenantId, deviceId, siteId, code, type, kind, at, data } = event;
    // what was counted by command comes with the command's own answer
    if (type !== 'deposit' || !isUnit(kind) || data.commandId) continue;
    const amount = typeof data.amount === 'number' ? data.amount : 0;
    if (amount === 0) continue;
    const unit = unitOf[kind];
    const judged = await judgeDeposit(tx, services, event, { unit, pieces: amount, countingAt: null, at });
    await insertDeposit(tx, tenantId, {
      id: newId(at.getTime()),
      createdAt: at,
      deviceId,
      siteId,
      code,
      unit,
      amount,
      ...judged,
    });
    heard.push(event);
  }
  for (const audience of siteTopics(heard)) await emit(tx, audience, depositChanged, {});
}

const counterOf = { coin: 'coinsIn', ticket: 'ticketsIn' } as const;

/** While a machine counts for a player its counters tell how far it is; what counts is its answer in the end. */
export async function hearCounting(tx: Tx, list: readonly CounterIncrement[]): Promise<void> {
  const poured = list.filter(({ type }) => type === 'deposit');
  for (const [tenantId, own] of Map.groupBy(poured, (increment) => increment.tenantId)) {
    const counting = await lockCounting(tx, tenantId, [...new Set(own.map(({ deviceId }) => deviceId))]);
    for (const row of counting) {
      const more = own
        .filter(({ deviceId, counter }) => deviceId === row.deviceId && counter === counterOf[row.unit])
        .reduce((sum, { amount }) => sum + amount, 0);
      if (more === 0) continue;
      const seen = row.seen + more;
      await updateDeposit(tx, row, { seen });
      if (row.playerId) await emit(tx, playerTopic(row.playerId), ownDepositChanged, { id: row.id, seen });
    }
  }
}

/** A count that was asked for, by the player or by staff; what a jam let through was counted too. */
export async function settleDeposit(tx: Tx, services: Services, command: SettledCommand): Promise<void> {
  if (command.type !== 'deposit' || command.command !== 'startCounting') return;
  const { tenantId, deviceId, siteId, code, counted, reason } = command;
  const known = await lockByCommand(tx, tenantId, command.id);
  if (known && known.state !== 'counting' && known.state !== 'unknown') return;
  const now = services.clock.now();
  const unit = known?.unit ?? (command.parameters.kind === 'tickets' ? 'ticket' : 'coin');
  const certain = command.state !== 'unknown' && (counted !== null || command.state === 'expired');
  const ended = {
    amount: certain ? (counted ?? 0) : counted,
    ...(counted
      ? await judgeDeposit(tx, services, command, {
          unit,
          pieces: counted,
          countingAt: known?.countingAt ?? null,
          at: now,
        })
      : { state: certain ? ('empty' as const) : ('unknown' as const) }),
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
      unit,
      commandId: command.id,
      ...ended,
    });
  await emit(tx, siteTopic(tenantId, siteId), depositChanged, {});
  if (known?.playerId)
    await emit(tx, playerTopic(known.playerId), ownDepositChanged, {
      id: known.id,
      seen: counted ?? known.seen,
    });
}
