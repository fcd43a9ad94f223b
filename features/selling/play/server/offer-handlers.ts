import { findPlayer } from '#features/base/players/server/public.ts';
import { type DeviceView, findDeviceByCode } from '#features/machines/devices/server/public.ts';
import { readDeviceSettings } from '#features/machines/settings/server/public.ts';
import { openChannels } from '#features/money/onboarding/server/public.ts';
import { spendableAt } from '#features/money/wallet/server/public.ts';
import {
  latestOwnOrder,
  mostAtOnce,
  mostLanes,
  mostOfLane,
  type OwnSale,
  passesOf,
  pricerFor,
  sellsPlays,
  shelfOf,
} from '#features/selling/orders/server/public.ts';
import {
  benefitsOf,
  isSoldHere,
  offersFor,
  ownPrices,
  type Price,
  pointsStoreOf,
  sayLine,
} from '#features/selling/packages/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import { AppError, missing, unauthorized } from '#kit/kernel/errors.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { Context, Handler } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import { type Offer, type OwnPayWay, type playContract, soldByLane } from '../contract.ts';
import { verdictOf } from './label-verdict.ts';
import { ownTurn } from './turn-handlers.ts';

type Say = (key: string, params?: Record<string, string | number>) => string;

interface Look {
  services: Services;
  reader: Reader;
  device: DeviceView;
  player: PlayerSession | null;
  now: Date;
  say: Say;
}

const saidLines = (price: Price | null | undefined, say: Say) =>
  (price?.lines ?? []).map((line) => ({ text: sayLine(line, say), amountFen: line.amountFen }));

const playNumbers = [1, 3, 5];
const yuanNumbers = [1, 5, 10, 20];

/** Everything that is offered is priced by the same settings. */
type OfferVisit = Parameters<typeof ownPrices>[1] & { settings: SettingsDocument };

/** What the machine sells by itself: some plays, or the coins of some yuan. */
async function ownOffers(look: Look, visit: OfferVisit): Promise<Offer[]> {
  const { reader, device, now, say } = look;
  const isExchange = device.type === 'exchange';
  if (!isExchange && device.type !== 'claw' && device.type !== 'lottery') return [];
  const price = pricerFor(reader, device, visit.settings, now);
  const [one, lower] = await Promise.all([
    price({}),
    sellsPlays(device.type) ? ownPrices(reader, visit) : undefined,
  ]);
  const coinsOfOne = one.items[0]?.quantity ?? 1;
  const offers: Offer[] = [];
  for (const count of isExchange ? yuanNumbers : playNumbers) {
    const number = isExchange ? count * coinsOfOne : count;
    const priced = await price({ number }).catch(refusedIsNothing);
    if (!priced) continue;
    const lowered = lower?.({ plays: count, playFen: one.amountFen })?.price;
    offers.push({
      id: String(number),
      packageId: null,
      number,
      kind: isExchange ? 'coins' : 'play',
      name: say(isExchange ? 'play:offer.coins' : 'play:offer.plays', { count: number }),
      coins: isExchange ? number : null,
      points: 0,
      amountFen: lowered?.totalFen ?? priced.amountFen,
      usualFen: priced.amountFen,
      lines: saidLines(lowered, say),
      // own coins come out one for one, in a separate card
      payCoins: isExchange ? null : priced.coins,
      recommended: false,
      refusal: null,
    });
  }
  return offers;
}

/** More than a machine gives at a time, or no price at all: such an offer is not made. */
const refusedIsNothing = (error: unknown): undefined => {
  if (error instanceof AppError && error.kind === 'invalid') return undefined;
  throw error;
};

async function packageOffers({ reader, device, say }: Look, visit: OfferVisit): Promise<Offer[]> {
  const { offers } = await offersFor(reader, visit);
  return offers
    .filter(({ rule }) => isSoldHere(rule, device))
    .map(({ rule, price, refused }) => ({
      id: rule.id,
      packageId: rule.id,
      number: null,
      kind: rule.kind,
      name: rule.name,
      coins: rule.kind === 'points' ? null : rule.coins + rule.bonusCoins,
      points: rule.points,
      amountFen: price?.totalFen ?? rule.priceFen,
      usualFen: price?.lines[0]?.amountFen ?? rule.priceFen,
      lines: saidLines(price, say),
      payCoins: null,
      recommended: rule.recommended,
      refusal: refused && say(`packages:refused.${refused}`),
    }));
}

/** The recommended one first, then what the machine sells by itself, then the others as the merchant has them. */
const inOrder = (own: readonly Offer[], packages: readonly Offer[]): Offer[] => [
  ...packages.filter(({ recommended, kind }) => recommended && kind === 'coins'),
  ...own,
  ...packages.filter(({ recommended, kind }) => !(recommended && kind === 'coins')),
];

type Own = Pick<
  ResultOf<typeof playContract.readOffers>,
  'purse' | 'payWays' | 'passes' | 'turn' | 'openOrder'
>;
const nobodys: Own = { purse: null, payWays: [], passes: [], turn: null, openOrder: null };

/** What the player owns there, can pay with, and has under way. */
async function ownOf({ services, reader, device, player, now }: Look): Promise<Own> {
  if (!player) return nobodys;
  const { tenantId, siteId, deviceId } = device;
  const { playerId } = player;
  const [row, { cashFen, ...own }, open, given, turn, pointsStore] = await Promise.all([
    findPlayer(reader, player.identityId),
    spendableAt(reader, { tenantId, playerId, siteId }),
    latestOwnOrder(reader, player.scope, { deviceId }),
    sellsPlays(device.type)
      ? passesOf(services, reader, { tenantId, siteId, playerId, deviceType: device.type, now })
      : [],
    ownTurn(reader, device, playerId, now),
    pointsStoreOf(services, reader, device),
  ]);
  if (!row) throw unauthorized();
  const purse = { ...own, pointsStore };
  // what was given is used up first
  const passes = given.filter(({ left }) => left > 0);
  const payWays: OwnPayWay[] = [
    ...passes.map(({ way }) => way),
    ...(await openChannels(reader, services, tenantId, row.platform)),
  ];
  if (purse.balanceFen > 0) payWays.push('balance');
  if (purse.coins > 0 && (device.type === 'claw' || device.type === 'lottery')) payWays.push('coin');
  return { purse, payWays, passes, turn, openOrder: open?.number ?? null };
}

async function lookAt(
  context: Context,
  { equipmentId, s }: { equipmentId: string; s?: string | undefined },
): Promise<Look | undefined> {
  const { services, language, session } = context;
  const reader = context.db.read;
  const device = await findDeviceByCode(reader, equipmentId.toUpperCase());
  if (!device) throw missing('play:error.unknownMachine');
  // nothing is sold by a label that somebody made up
  if (verdictOf(services, device.code, s) === 'wrong') return undefined;
  const player = session?.kind === 'player' ? session : null;
  const say: Say = (key, params) => services.texts.say(language, key, params);
  return { services, reader, device, player, now: context.clock.now(), say };
}

async function visitOf({ services, reader, device, player, now }: Look) {
  const { tenantId, siteId, deviceId, type: deviceType } = device;
  const playerId = player?.playerId ?? null;
  const benefits = await benefitsOf(services, reader, { tenantId, siteId, playerId, deviceType, now });
  return { tenantId, siteId, deviceId, device, playerId, ...benefits, now };
}

/** Coins that were deposited or given come out of an exchange machine again. */
const mostOut = ({ device }: Look, settings: SettingsDocument, coins: number): number | null =>
  device.type !== 'exchange' || coins === 0 ? null : Math.min(coins, mostAtOnce(settings));

export const readOffers: Handler<typeof playContract.readOffers> = async (context, input) => {
  const look = await lookAt(context, input);
  if (!look) return { offers: [], takeOutMost: null, ...nobodys };
  const [visited, settings] = await Promise.all([
    visitOf(look),
    readDeviceSettings(look.reader, tenantScope(look.device.tenantId), look.device),
  ]);
  const visit = { ...visited, settings };
  const [own, packages, ofPlayer] = await Promise.all([
    ownOffers(look, visit).catch((error: unknown) => refusedIsNothing(error) ?? []),
    packageOffers(look, visit),
    ownOf(look),
  ]);
  const takeOutMost = mostOut(look, settings, ofPlayer.purse?.coins ?? 0);
  return { offers: inOrder(own, packages), takeOutMost, ...ofPlayer };
};

export const readShelf: Handler<typeof playContract.readShelf> = async (context, input) => {
  const look = await lookAt(context, input);
  if (!look || !soldByLane.includes(look.device.type))
    return { lanes: [], mostLanes: 0, mostOfLane: 0, ...nobodys };
  const { reader, device, now, say } = look;
  const [shelf, priceNow, ofPlayer] = await Promise.all([
    shelfOf(reader, device, now),
    ownPrices(reader, await visitOf(look)),
    ownOf(look),
  ]);
  const several = device.type === 'vending';
  const saleOf = (name: string, priceFen: number): OwnSale =>
    sellsPlays(device.type)
      ? { plays: 1, playFen: priceFen }
      : { pieces: [{ name, pieces: 1, unitFen: priceFen }] };
  return {
    lanes: shelf.map(({ lane, templateName, image, stock, priceFen, expiryDate, expiry }) => {
      const price = priceNow(saleOf(templateName ?? say('play:shelf.lane', { lane }), priceFen))?.price;
      return {
        lane,
        name: templateName,
        image: image ?? '',
        stock,
        priceFen: price?.totalFen ?? priceFen,
        usualFen: priceFen,
        lines: saidLines(price, say),
        expiryDate: expiry === null ? null : expiryDate,
        onSale: stock > 0 && priceFen > 0 && expiry !== 'expired',
      };
    }),
    mostLanes: several ? mostLanes : 1,
    mostOfLane: several ? mostOfLane : 1,
    ...ofPlayer,
  };
};
