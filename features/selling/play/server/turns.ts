import { type DeviceView, findDevice } from '#features/machines/devices/server/public.ts';
import {
  isOrdering,
  type NewOrder,
  type OrderView,
  replaced,
} from '#features/selling/orders/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { secondMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { afterCommit, announce } from '#kit/server/gathered-writes.ts';
import { emitAll, playerTopic, told } from '#kit/server/outbox.ts';
import { startPump } from '#kit/server/pump.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { turnChanged } from '../contract/turns.ts';
import { payingMs, playingMs, playsOneAtATime, turnMs, turnOf } from '../rules/turn-rules.ts';
import { awaited, keepFor, keepUntil, lockHold, type Place, readTurns } from './turn-queries.ts';

export const turnChannel = 'machine_turn';

/** Everybody whose place has changed looks again. */
export async function tellTurns(tx: Tx, code: string, playerIds: readonly string[]): Promise<void> {
  announce(tx, turnChannel);
  await emitAll(
    tx,
    [...new Set(playerIds)].map((id) => told(playerTopic(id), turnChanged, { equipmentId: code })),
  );
}

/**
 * Before a player's order at a machine that plays one at a time: it is kept for the player who pays, and refused while it is
 * kept for somebody else. What staff sell and coins in the slot are nobody's business.
 */
export async function keepTurn(tx: Tx, services: Services, order: NewOrder): Promise<void> {
  const { device, playerId, payWay } = order;
  if (!device || !playerId || payWay === 'counter' || !playsOneAtATime(device.type)) return;
  const now = services.clock.now();
  const kept = await keepFor(tx, device, playerId, { kind: 'paying', now, ms: payingMs });
  if (!kept) throw await taken(tx, device, playerId, now);
}

async function taken(tx: Tx, device: DeviceView, playerId: string, now: Date) {
  const { hold, waiting } = await readTurns(tx, device, now);
  const { state, kind, seconds } = turnOf(playerId, hold, waiting, now);
  const why = state === 'yours' || kind === null ? 'waited' : kind;
  return conflict(`play:error.taken.${why}`, { seconds: Math.max(1, seconds) });
}

/** The machine is held first: an order that is being written is seen once it stands. */
async function isOver(tx: Tx, place: Place, playerId: string): Promise<boolean> {
  const hold = await lockHold(tx, place);
  return hold?.kind !== 'playing' && !(await isOrdering(tx, { ...place, playerId }));
}

const underWayOf = new WeakMap<Services, Set<Promise<void>>>();

/** What orders that ended until now mean for those who wait is written. */
export async function turnsKept(services: Services): Promise<void> {
  await Promise.all(underWayOf.get(services) ?? []);
}

/** What becomes of a machine that was kept for an order, once the order has come to an end. */
export function turnsAfter(services: Services) {
  const underWay = new Set<Promise<void>>();
  underWayOf.set(services, underWay);
  // in another transaction: an order holds accounts by then, and orders lock the machine before accounts
  const end = (tx: Tx, order: OrderView, played: boolean) => {
    const { tenantId, deviceId, deviceType, playerId, items } = order;
    if (!deviceId || !deviceType || !playerId || !playsOneAtATime(deviceType)) return;
    const plays = items.reduce((sum, { quantity }) => sum + quantity, 0);
    const kind = played ? 'playing' : 'paying';
    const ms = played ? playingMs(deviceType, plays) : 0;
    afterCommit(tx, () => {
      const place = { tenantId, deviceId };
      const write = () =>
        services.db.transaction(async (own) => {
          const now = services.clock.now();
          const until = new Date(now.getTime() + ms);
          if (!played && !(await isOver(own, place, playerId))) return;
          if (await keepUntil(own, place, playerId, { kind, now, until })) announce(own, turnChannel);
        });
      // a player who orders again keeps the machine: the order that was called off for it frees nothing
      const work = replaced(services, order.id)
        .then(write)
        .catch((error: unknown) => services.log.error({ err: error }, 'turns'))
        .finally(() => underWay.delete(work));
      underWay.add(work);
    });
  };
  return {
    settled: async (tx: Tx, order: OrderView) => end(tx, order, true),
    givenUp: async (tx: Tx, order: OrderView) => end(tx, order, false),
  };
}

/** The first who waits has the machine for a while, and hears of it; so do those behind. */
export async function callNext(services: Services, place: Place): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    const now = services.clock.now();
    const device = await findDevice(tx, platformScope, place.deviceId);
    const { hold, waiting } = await readTurns(tx, place, now);
    const [next, ...behind] = waiting;
    if (!next || device.busy || !device.online || (hold && hold.until > now)) return false;
    if (!(await keepFor(tx, place, next, { kind: 'turn', now, ms: turnMs }))) return false;
    await tellTurns(tx, device.code, [next, ...behind]);
    return true;
  });
}

/** Looks at every machine that somebody waits for; says when to look again, where time alone will bring something. */
export async function advanceTurns(services: Services): Promise<Date | undefined> {
  const now = services.clock.now();
  const list = await awaited(services.db.read, now);
  const next: number[] = [];
  for (const { until, busy, online, ...place } of list) {
    if (until && until > now) next.push(until.getTime());
    else if (busy || !online) next.push(now.getTime() + lookAtBusyMs);
    else await callNext(services, place);
  }
  return next.length > 0 ? new Date(Math.min(...next)) : undefined;
}

/** A machine says with its own words that it is free again: nobody is called for that. */
const lookAtBusyMs = 2 * secondMs;

export async function startTurns(services: Services): Promise<() => Promise<void>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pump = await startPump({
    db: services.db,
    channel: turnChannel,
    // who waits says so every few seconds, which wakes us; this is for what a process left behind that died
    lookAgainMs: 15 * secondMs,
    async turn() {
      const again = await advanceTurns(services);
      clearTimeout(timer);
      timer = again && setTimeout(() => pump.wake(), again.getTime() - services.clock.now().getTime() + 50);
      return false;
    },
    onError: (error) => services.log.error({ err: error }, 'turns'),
  });
  return async () => {
    clearTimeout(timer);
    await pump.stop();
  };
}
