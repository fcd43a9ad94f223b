import type { CounterIncrement } from '#features/machines/devices/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import { businessDay, hourMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic, siteTopics } from '#kit/server/outbox.ts';
import { exchangeAccountChanged } from '../contract/events.ts';
import {
  type AccountRow,
  addOut,
  endEcho,
  expectedOf,
  insertEntry,
  loadAwaitingEcho,
  lockAccount,
  type MachineKey,
  type StocktakeRow,
  updateAccount,
} from './exchange-machine-queries.ts';

/** A machine that was told of a load counts it within moments; later than this it speaks of another one. */
const echoWithinMs = hourMs;

interface Change extends MachineKey {
  at: Date;
  out: number;
  loaded: number;
}

function changesOf(increments: readonly CounterIncrement[]): Change[] {
  const changes = new Map<string, Change>();
  for (const { tenantId, deviceId, siteId, code, type, counter, amount, at } of increments) {
    if (type !== 'exchange' || (counter !== 'coinsOut' && counter !== 'coinsLoaded')) continue;
    const key = `${deviceId} ${businessDay(at)}`;
    const change = changes.get(key) ?? { tenantId, deviceId, siteId, code, at, out: 0, loaded: 0 };
    if (counter === 'coinsOut') change.out += amount;
    else change.loaded += amount;
    changes.set(key, change);
  }
  // one order for everybody who holds several accounts
  return [...changes.values()].sort((one, other) => (one.deviceId < other.deviceId ? -1 : 1));
}

/** Runs with the storing of the increments: coins that passed the sensors of exchange machines. */
export async function hearCoins(tx: Tx, increments: readonly CounterIncrement[]): Promise<void> {
  const changes = changesOf(increments);
  for (const change of changes) {
    const account = await lockAccount(tx, change);
    const booked = await ownLoad(tx, change);
    const next = {
      ...account,
      siteId: change.siteId,
      out: account.out + change.out,
      loaded: account.loaded + booked,
    };
    await updateAccount(tx, account, { siteId: next.siteId, out: next.out, loaded: next.loaded });
    const day = businessDay(change.at);
    const entry = { day, expected: expectedOf(next) };
    if (booked > 0)
      await insertEntry(tx, change.tenantId, {
        ...entry,
        id: newId(change.at.getTime()),
        createdAt: change.at,
        ...pick(change, 'deviceId', 'siteId', 'code'),
        kind: 'machineLoad',
        coins: booked,
      });
    if (change.out > 0)
      await addOut(tx, change, {
        ...entry,
        id: newId(change.at.getTime()),
        coins: change.out,
        at: change.at,
      });
  }
  for (const audience of siteTopics(changes)) await emit(tx, audience, exchangeAccountChanged, {});
}

/** A load that staff entered is booked already; the machine's word of it is noted beside. */
async function ownLoad(tx: Tx, change: Change): Promise<number> {
  if (change.loaded === 0) return 0;
  const told = await loadAwaitingEcho(tx, change, new Date(change.at.getTime() - echoWithinMs));
  if (!told) return change.loaded;
  await endEcho(tx, change.tenantId, told.id, change.loaded);
  return 0;
}

/** What was counted is the truth from now on; what it differs by is written down. */
export async function bookCount(
  tx: Tx,
  account: AccountRow,
  count: Pick<StocktakeRow, 'id' | 'userName' | 'remark'> & { counted: number; at: Date },
): Promise<{ expected: number | null }> {
  const expected = expectedOf(account);
  await updateAccount(tx, account, { baseCoins: count.counted, baseAt: count.at, loaded: 0, out: 0 });
  await insertEntry(tx, account.tenantId, {
    id: count.id,
    createdAt: count.at,
    ...pick(account, 'deviceId', 'siteId', 'code'),
    kind: expected === null ? 'opening' : 'count',
    day: businessDay(count.at),
    coins: expected === null ? count.counted : count.counted - expected,
    expected: count.counted,
    ...pick(count, 'counted', 'userName', 'remark'),
  });
  await emit(tx, siteTopic(account.tenantId, account.siteId), exchangeAccountChanged, {});
  return { expected };
}
