import { inArray } from 'drizzle-orm';
import { markVisitor } from '#features/base/players/server/public.ts';
import { siteHours } from '#features/base/sites/server/public.ts';
import { earnPoints } from '#features/loyalty/points/server/public.ts';
import { recycle } from '#features/loyalty/stock/server/public.ts';
import { giveWorth, worthOf } from '#features/money/allowance/server/public.ts';
import { playerAccount, readBalances } from '#features/money/ledger/server/public.ts';
import { takeScan } from '#features/people/playerapp/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import { audit } from '#kit/server/audit.ts';
import { refusingTaken } from '#kit/server/change.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, type RowOf } from '#kit/server/tables.ts';
import { recyclingChanged } from '../contract/kinds.ts';
import type { recyclingContract } from '../contract/recycling.ts';
import { leftOf, plainSerial } from '../rules/recycle-rules.ts';
import { recycledSerials, recycleGifts, recyclePaths, recyclings } from '../tables.ts';
import { knownOf, type PathRow } from './recycle-queries.ts';

type Wish = ParsedInputOf<typeof recyclingContract.recycleGift>;

const serialTaken = { recycled_serial_pkey: { key: 'rewards:error.serialTaken', field: 'serials' } };

/** One number for each piece where they are asked for, and none that was seen before. */
async function serialsOf(tx: Tx, { session }: StaffContext, path: PathRow, wish: Wish): Promise<string[]> {
  const serials = wish.serials.map(plainSerial);
  const wrongNumber = serials.length !== wish.pieces;
  if (path.needsSerial ? wrongNumber : serials.length > 0 && wrongNumber)
    throw invalidField('serials', 'rewards:error.serialEach', { count: wish.pieces });
  if (new Set(serials).size < serials.length) throw invalidField('serials', 'rewards:error.serialTwice');
  if (serials.length === 0) return [];
  const [seen] = await find(tx, session.scope, recycledSerials, (row) => inArray(row.serial, serials));
  if (seen) throw invalidField('serials', 'rewards:error.serialSeen', { serial: seen.serial });
  return serials;
}

/** Held until the pieces are booked: limits are asked by one at a time. */
async function holdRules(tx: Tx, { session }: StaffContext, { pathId, recycleGiftId }: Wish) {
  const [path] = await find(tx, session.scope, recyclePaths, { id: pathId, removedAt: null }, 'update');
  if (!path) throw invalidField('pathId', 'rewards:error.noPath');
  const [rule] = await find(
    tx,
    session.scope,
    recycleGifts,
    { id: recycleGiftId, removedAt: null, active: true },
    'update',
  );
  if (!rule) throw invalidField('recycleGiftId', 'rewards:error.noRecycleGift');
  return { path, rule };
}

interface Recycled {
  /** where the allowance of the person who books it names it already */
  id?: string;
  path: PathRow;
  rule: Pick<RowOf<typeof recycleGifts>, 'giftId' | 'variantId' | 'points'>;
  playerId: string;
  pieces: number;
  serials: readonly string[];
  user: { userId: string; userName: string };
  day: string;
  now: Date;
}

/** Prizes become points of the member and stock of the store, or nothing of it happens. */
export async function bookRecycling(tx: Tx, recycled: Recycled): Promise<{ id: string; points: number }> {
  const { path, rule, playerId, pieces, serials, user, day, now } = recycled;
  const { tenantId, siteId } = path;
  const { giftId, variantId } = rule;
  const scope = tenantScope(tenantId);
  const id = recycled.id ?? newId(now.getTime());
  const points = pieces * rule.points;
  const key = `recycling:${id}`;
  const { documentId } = await recycle(tx, {
    ...{ tenantId, key, storeId: path.storeId, ...user, at: now },
    lines: [{ variantId, pieces }],
    note: path.name,
  });
  await insert(tx, scope, recyclings, {
    ...{ id, createdAt: now, siteId, pathId: path.id, giftId, variantId, playerId },
    ...{ pieces, points, documentId, ...user, day },
  });
  if (serials.length > 0)
    await refusingTaken(serialTaken, {}, () =>
      insert(
        tx,
        scope,
        recycledSerials,
        serials.map((serial) => ({ serial, recyclingId: id })),
      ),
    );
  await earnPoints(tx, [
    {
      ...{ tenantId, siteId, playerId, unit: 'point' as const, amount: points, key, at: now },
      kind: 'recycled',
      subject: { kind: 'recycling', id },
    },
  ]);
  markVisitor(tx, { tenantId, playerId });
  await emit(tx, siteTopic(tenantId, siteId), recyclingChanged);
  return { id, points };
}

/** A member hands prizes back at the counter. */
export const recycleGift = (context: StaffContext, wish: Wish) =>
  context.db.transaction(async (tx) => {
    const { session, clock } = context;
    const { tenantId, userId, name: userName } = session;
    const now = clock.now();
    const { player } = await takeScan(tx, context, wish.code);
    const playerId = player.id;
    const { path, rule } = await holdRules(tx, context, wish);
    const { siteId } = path;
    const site = (await siteHours(tx, session.scope, [siteId])).get(siteId);
    if (!site) throw invalidField('pathId', 'rewards:error.noPath');
    const day = siteDay(site, now);
    const serials = await serialsOf(tx, context, path, wish);
    const { pieces } = wish;
    const known = await knownOf(tx, { path, giftId: rule.giftId, playerId, day, now });
    const { left, by } = leftOf(known, path);
    if (pieces > left) throw invalidField('pieces', `rewards:error.left.${by}`, { left });
    const user = { userId, userName };
    const id = newId(now.getTime());
    const worthFen = await worthOf(tx, context.services, { point: pieces * rule.points }, tenantId);
    const gift = { door: 'recycling' as const, subjectId: id, units: pieces, worthFen, field: 'pieces' };
    await giveWorth(tx, context, gift);
    const booked = { id, path, rule, playerId, pieces, serials, user, day, now };
    const { points } = await bookRecycling(tx, booked);
    await audit(tx, context, {
      action: 'rewards.recycle',
      entity: 'recycling',
      entityId: id,
      siteId,
      label: player.name,
      after: { giftId: rule.giftId, pieces, points, path: path.name, serials },
    });
    const [balance] = await readBalances(tx, [playerAccount(tenantId, playerId, siteId, 'point')]);
    return { id, playerName: player.name, points, held: balance?.balance ?? 0 };
  });
