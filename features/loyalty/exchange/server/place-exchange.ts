import { holdPlayer } from '#features/base/players/server/public.ts';
import {
  assertLimits,
  type Destination,
  destinationOf,
  draftHandover,
  fulfilmentOf,
  type HandoverRow,
  holdLimits,
  insertHandover,
  isServed,
  keepPieces,
  nameOf,
  nextNumber,
  priceOf,
  readyFrom,
  takePoints,
  tellHandover,
} from '#features/loyalty/handover/server/public.ts';
import {
  confirmWish,
  findPayPassword,
  holdSpending,
  type ScanRow,
  spendConfirmation,
} from '#features/people/playerapp/server/public.ts';
import { type AppDraft, sellInApp } from '#features/selling/orders/server/public.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { conflict, invalid, unauthorized } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { type Context, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { playerScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import type { ownCalls } from '../contract/own.ts';
import { isAbove } from '../rules/exchange-rules.ts';
import { type PricedWish, priceWish, shortOf, type WishedLine } from './price-wish.ts';

/** How long a member has to look at the phone. */
const answerMs = 3 * minuteMs;

type OnlineWish = InputOf<typeof ownCalls.exchangeGoods>;

/** Refuses what costs something else than was shown, or is above a limit, and keeps it so until the transaction ends. */
async function agreedWish(
  tx: Tx,
  context: Context<PlayerSession>,
  input: OnlineWish,
): Promise<PricedWish & { destination: Destination }> {
  const { playerId } = context.session;
  const now = context.clock.now();
  const { fieldId, variantId, pieces, points, tickets, amountFen } = input;
  const wish = await priceWish(tx, { siteId: fieldId, lines: [{ variantId, pieces }], now });
  const { sum, setting, site, day, lines } = wish;
  // who was shown another price has not agreed to this one
  if (sum.points !== points || sum.tickets !== tickets || sum.amountFen !== amountFen)
    throw conflict('exchange:error.priceChanged', { price: priceOf(sum, sayFor(context)) });
  const destination = await destinationOf(tx, input, { playerId, setting, now });
  await holdLimits(tx, { tenantId: site.tenantId, playerId, day }, lines);
  return { ...wish, destination };
}

/**
 * Points ask by the merchant's limit. Where the password was typed for this very wish, that lets the money through too,
 * which looks at it by itself.
 */
async function keepPassword(
  tx: Tx,
  { sum, setting }: PricedWish,
  { playerId, wishId, now }: { playerId: string; wishId: string; now: Date },
): Promise<void> {
  const scope = playerScope(playerId);
  const confirmed = await spendConfirmation(tx, scope, wishId, now);
  if (confirmed && sum.amountFen > 0) await confirmWish(tx, scope, wishId, now);
  if (confirmed || !isAbove(sum, setting.passwordAbove)) return;
  if (await findPayPassword(tx, scope)) throw invalid('playerapp:error.payPasswordPoints');
}

/** Keeps the pieces, takes points and tickets, and writes it down. All or nothing. */
async function place(
  tx: Tx,
  { storeId, ...wish }: PricedWish,
  given: Parameters<typeof draftHandover>[1],
  now: Date,
): Promise<HandoverRow> {
  const { row, lines } = draftHandover(wish, given, now);
  await keepPieces(tx, row, { storeId, lines, at: now });
  const placed = { ...row, ...(await takePoints(tx, row, now)) };
  await insertHandover(tx, placed, lines);
  await tellHandover(tx, placed);
  return placed;
}

/** For points and tickets alone: paid at once, to be fetched or sent. */
export async function placeReady(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  wish: PricedWish,
  own: { playerId: string } & Destination,
): Promise<HandoverRow> {
  const now = services.clock.now();
  const { tenantId } = wish.site;
  const id = newId(now.getTime());
  const ready = await readyFrom(tx, services, { tenantId, id, way: own.way }, now);
  const given = { id, number: await nextNumber(tx, now), kind: 'exchange' as const, ...own, ...ready };
  return place(tx, wish, given, now);
}

/** The part that is money is an order like any other: pieces are kept and points are gone while it can be paid. */
export const moneyOf = (
  { lines, sum }: Pick<PricedWish, 'sum'> & { lines: readonly Parameters<typeof itemOf>[0][] },
  keepPrice: NonNullable<AppDraft['keepPrice']>,
): AppDraft => ({
  kind: 'goods',
  amount: sum.amountFen,
  items: lines.filter(({ amountFen }) => amountFen > 0).map(itemOf),
  fulfilment: { name: fulfilmentOf.exchange, plan: {} },
  settlesTo: 'earnings',
  keepPrice,
});
const itemOf = (line: { goodName: string; variantName: string; pieces: number; amountFen: number }) => ({
  name: nameOf(line),
  quantity: line.pieces,
  amount: line.amountFen,
});

const sellOnline = (context: Context<PlayerSession>, input: OnlineWish) => {
  const { requestId, payWay = 'balance', ...rest } = input;
  const { playerId } = context.session;
  const sale = { fieldId: input.fieldId, payWay, requestId, wish: { ...rest, payWay } };
  return sellInApp(context, sale, async (tx) => {
    const now = context.clock.now();
    const { destination, ...wish } = await agreedWish(tx, context, input);
    await keepPassword(tx, wish, { playerId, wishId: requestId, now });
    return moneyOf(wish, async (inner, orderId, orderNumber) => {
      const given = { id: newId(now.getTime()), number: await nextNumber(inner, now), orderId, orderNumber };
      await place(
        inner,
        wish,
        { ...given, kind: 'exchange', state: 'unpaid', playerId, ...destination },
        now,
      );
    });
  });
};

/** On the phone: to be fetched or sent. What costs money as well is an order to be paid. */
export async function exchangeOnline(context: Context<PlayerSession>, input: OnlineWish) {
  const { services, clock, session } = context;
  const { playerId } = session;
  if (input.amountFen > 0) return { order: await sellOnline(context, input) };
  const row = await context.db.transaction(async (tx) => {
    if (!(await holdPlayer(tx, playerId))) throw unauthorized();
    const { destination, ...wish } = await agreedWish(tx, context, input);
    await keepPassword(tx, wish, { playerId, wishId: input.requestId, now: clock.now() });
    return placeReady(tx, services, wish, { playerId, ...destination });
  });
  return { row };
}

/** At the counter: it waits for the member's word, and nothing is taken before. */
export async function askAtCounter(
  tx: Tx,
  { session, clock }: StaffContext,
  { player, scan }: { player: { id: string }; scan: ScanRow },
  { fieldId, lines }: { fieldId: string; lines: readonly WishedLine[] },
): Promise<HandoverRow> {
  const now = clock.now();
  const playerId = player.id;
  await holdSpending(tx, playerId);
  if (await isServed(tx, scan)) throw conflict('exchange:error.usedCode');
  const wish = await priceWish(tx, { siteId: fieldId, lines, now });
  const short = shortOf(wish);
  if (short) throw short;
  await assertLimits(tx, { tenantId: wish.site.tenantId, playerId, day: wish.day }, wish.lines);
  const drafted = draftHandover(
    wish,
    {
      ...{ id: newId(now.getTime()), number: await nextNumber(tx, now), kind: 'exchange', playerId },
      ...{ way: 'counter', state: 'asked', step: scan.step, waitsUntil: new Date(now.getTime() + answerMs) },
      ...{ userId: session.userId, userName: session.name },
    },
    now,
  );
  await insertHandover(tx, drafted.row, drafted.lines);
  await tellHandover(tx, drafted.row);
  return drafted.row;
}
