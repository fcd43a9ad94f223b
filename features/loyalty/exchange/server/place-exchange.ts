import { takeAddress } from '#features/base/addresses/server/public.ts';
import { holdPlayer } from '#features/base/players/server/public.ts';
import { handOut } from '#features/loyalty/stock/server/public.ts';
import {
  confirmWish,
  findPayPassword,
  holdSpending,
  type ScanRow,
  spendConfirmation,
} from '#features/people/program/server/public.ts';
import { conflict, invalid, invalidField, unauthorized } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import { type Context, type Say, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { playerScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import { type ExchangeSum, goodsText, isAbove } from '../rules/exchange-rules.ts';
import {
  type ExchangeRow,
  holdGoods,
  insertExchange,
  isServed,
  linesOf,
  type NewLine,
  nextNumber,
  writeExchange,
} from './exchange-queries.ts';
import { priceOf } from './order-handlers.ts';
import { codeOf, hashOf } from './pickup-codes.ts';
import {
  assertLimits,
  isLimited,
  type PricedWish,
  priceWish,
  readShop,
  type WishedLine,
} from './price-wish.ts';
import { payExchange, stockKey, tellExchange } from './settle-exchange.ts';

/** How long a member has to look at the phone. */
const answerMs = 3 * minuteMs;

const lineOf = ({
  free: _,
  perPlayer: _p,
  perPlayerDay: _o,
  perDay: _d,
  barcode: _b,
  ...line
}: PricedWish['lines'][number]): NewLine => ({
  ...line,
  id: newId(),
});

/** The row before anything was paid for it. */
async function draftOf(
  tx: Tx,
  { site, day, lines, sum }: PricedWish,
  own: Pick<ExchangeRow, 'playerId' | 'way' | 'state'> & Partial<ExchangeRow>,
  now: Date,
): Promise<ExchangeRow> {
  return {
    tenantId: site.tenantId,
    id: newId(now.getTime()),
    createdAt: now,
    number: await nextNumber(tx, now),
    siteId: site.id,
    day,
    goods: goodsText(lines),
    picture: lines[0]?.picture ?? null,
    pieces: lines.reduce((total, { pieces }) => total + pieces, 0),
    ...sum,
    pointTransferId: null,
    ticketTransferId: null,
    orderId: null,
    orderNumber: null,
    codeHash: null,
    waitsUntil: null,
    remindedAt: null,
    receiver: '',
    phone: '',
    address: '',
    carrier: '',
    trackingNumber: '',
    reason: '',
    step: null,
    userId: null,
    userName: null,
    endedAt: null,
    ...own,
  };
}

/** From here on nobody else exchanges these goods, or spends what is this player's, until it is decided. */
async function holdLimits(tx: Tx, { site, day, lines }: PricedWish, playerId: string): Promise<void> {
  const { tenantId } = site;
  await holdGoods(
    tx,
    tenantId,
    lines.filter(isLimited).map(({ goodId }) => goodId),
  );
  await assertLimits(tx, lines, { tenantId, playerId, day });
}

interface OnlineWish {
  requestId: string;
  fieldId: string;
  variantId: string;
  pieces: number;
  way: 'pickup' | 'ship';
  addressId?: string | undefined;
  /** what the player was shown */
  points: number;
  tickets: number;
  amountFen: number;
}

/** Who was shown another price has not agreed to this one. */
function assertShown({ sum }: PricedWish, shown: ExchangeSum, say: Say): void {
  const isSame =
    sum.points === shown.points && sum.tickets === shown.tickets && sum.amountFen === shown.amountFen;
  if (!isSame) throw conflict('exchange:error.priceChanged', { price: priceOf(sum, say) });
}

/** The exchange keeps a copy: an address may be changed or forgotten later. */
async function destinationOf(
  tx: Tx,
  { way, addressId }: OnlineWish,
  { playerId, shipping, now }: { playerId: string; shipping: boolean; now: Date },
): Promise<Destination> {
  if (way === 'pickup') return { receiver: '', phone: '', address: '' };
  if (!shipping) throw conflict('exchange:error.noShipping');
  if (!addressId) throw invalidField('addressId', 'exchange:error.address');
  const { name, phone, region, street } = await takeAddress(tx, playerScope(playerId), addressId, now);
  return { receiver: name, phone, address: `${region} ${street}` };
}

/**
 * Where the password was typed for this very wish, that lets the money through too: the order of the core has a wish of
 * its own.
 */
async function keepPassword(tx: Tx, wish: PricedWish, order: ExchangeRow, requestId: string, now: Date) {
  const scope = playerScope(order.playerId);
  const confirmed = await spendConfirmation(tx, scope, requestId, now);
  if (confirmed && order.amountFen > 0) await confirmWish(tx, scope, order.id, now);
  if (confirmed || !isAbove(wish.sum, wish.setting.passwordAbove)) return;
  if (await findPayPassword(tx, scope)) throw invalid('program:error.payPasswordPoints');
}

type Destination = Pick<ExchangeRow, 'receiver' | 'phone' | 'address'>;

/** To be fetched by a code, or sent; not paid yet. */
export async function draftReady(
  tx: Tx,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  wish: PricedWish,
  own: { playerId: string; way: 'pickup' | 'ship' } & Destination,
): Promise<ExchangeRow> {
  const now = clock.now();
  const draft = await draftOf(tx, wish, { ...own, state: 'ready' }, now);
  if (own.way === 'ship') return draft;
  return {
    ...draft,
    codeHash: hashOf(secrets, codeOf(secrets, draft.id)),
    waitsUntil: new Date(now.getTime() + wish.setting.pickupDays * dayMs),
  };
}

/** Pays a draft and writes it down. */
export async function placeDraft(
  tx: Tx,
  services: Services,
  wish: PricedWish,
  draft: ExchangeRow,
): Promise<ExchangeRow> {
  const paid = { ...draft, ...(await payExchange(tx, services, draft, wish)) };
  const { tenantId, ...values } = paid;
  await insertExchange(tx, tenantId, values, wish.lines.map(lineOf));
  await tellExchange(tx, paid);
  return paid;
}

/** On the phone: paid at once, to be fetched or sent. */
export async function exchangeOnline(
  context: Context<PlayerSession>,
  input: OnlineWish,
): Promise<ExchangeRow> {
  const { session, services, clock } = context;
  const { playerId } = session;
  const { variantId, pieces, way } = input;
  return context.db.transaction(async (tx) => {
    const now = clock.now();
    if (!(await holdPlayer(tx, playerId))) throw unauthorized();
    await holdSpending(tx, playerId);
    const wish = await priceWish(tx, { siteId: input.fieldId, lines: [{ variantId, pieces }], now });
    assertShown(wish, input, sayFor(context));
    const { shipping } = wish.setting;
    const destination = await destinationOf(tx, input, { playerId, shipping, now });
    await holdLimits(tx, wish, playerId);
    const draft = await draftReady(tx, services, wish, { playerId, way, ...destination });
    await keepPassword(tx, wish, draft, input.requestId, now);
    return placeDraft(tx, services, wish, draft);
  });
}

/** At the counter: it waits for the member's word, and nothing is taken before. */
export async function askAtCounter(
  tx: Tx,
  { session, clock }: StaffContext,
  { player, scan }: { player: { id: string }; scan: ScanRow },
  { fieldId, lines }: { fieldId: string; lines: readonly WishedLine[] },
): Promise<ExchangeRow> {
  const now = clock.now();
  await holdSpending(tx, player.id);
  if (await isServed(tx, scan)) throw conflict('exchange:error.usedCode');
  const wish = await priceWish(tx, { siteId: fieldId, lines, now });
  const short = wish.lines.find(({ pieces, free }) => pieces > free);
  if (short) throw conflict('exchange:error.short', { name: short.goodName, count: Math.max(0, short.free) });
  const { tenantId } = wish.site;
  await assertLimits(tx, wish.lines, { tenantId, playerId: player.id, day: wish.day });
  const order = await draftOf(
    tx,
    wish,
    {
      playerId: player.id,
      way: 'counter',
      state: 'asked',
      step: scan.step,
      waitsUntil: new Date(now.getTime() + answerMs),
      userId: session.userId,
      userName: session.name,
    },
    now,
  );
  const { tenantId: _, ...values } = order;
  await insertExchange(tx, tenantId, values, wish.lines.map(lineOf));
  await tellExchange(tx, order);
  return order;
}

/** The member said yes in time: paid at the prices that were shown, and handed out. */
export async function settleAtCounter(tx: Tx, services: Services, order: ExchangeRow): Promise<void> {
  const now = services.clock.now();
  const lines = await linesOf(tx, order);
  const { store, site } = await readShop(tx, order.siteId);
  if (!store) throw conflict('exchange:error.closed');
  // limits as they are now; what a piece costs was agreed upon
  const wish = await priceWish(tx, {
    siteId: site.id,
    lines: lines.map(({ variantId, pieces }) => ({ variantId, pieces })),
    now,
  });
  await holdLimits(tx, { ...wish, day: order.day }, order.playerId);
  const paid = await payExchange(tx, services, order, { storeId: store.id, lines });
  await handOut(tx, {
    tenantId: order.tenantId,
    key: stockKey(order.id),
    note: order.number,
    userId: order.userId,
    userName: order.userName,
    at: now,
  });
  await writeExchange(tx, order, { ...paid, state: 'done', waitsUntil: null, endedAt: now });
  await tellExchange(tx, order);
}
