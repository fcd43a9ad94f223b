import type { z } from 'zod';
import type { DeviceView } from '#features/machines/devices/server/public.ts';
import { readDeviceSettings } from '#features/machines/settings/server/public.ts';
import { readLanes } from '#features/machines/vending/server/public.ts';
import { invalid, invalidField } from '#kit/kernel/errors.ts';
import { splitAmount } from '#kit/kernel/money.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import { exchange } from '#kit/protocol/types/exchange.ts';
import { consume } from '#kit/protocol/types/groups.ts';
import { needleGame } from '#kit/protocol/types/lipstick.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { cells } from '#kit/protocol/types/small-machines.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { OrderItem, OrderKind } from '../../contract/kinds.ts';
import type { DeviceStep } from '../../rules/device-plan.ts';

/** What somebody asks for; what it costs is not theirs to say. */
export interface Wanted {
  number?: number | undefined;
  amountFen?: number | undefined;
  lanes?: { lane: number; amount: number }[] | undefined;
  /** paid with coins of the player: an exchange gives them back one for one, so any number of them */
  withCoins?: boolean | undefined;
}

export interface Priced {
  kind: OrderKind;
  items: OrderItem[];
  steps: DeviceStep[];
  amountFen: number;
  /** what it costs in coins, where it can be paid with them too */
  coins: number | null;
}

interface Request {
  reader: Reader;
  device: DeviceView;
  settings: SettingsDocument;
  wanted: Wanted;
  now: Date;
}

const group = <G extends z.ZodObject>(settings: SettingsDocument, name: string, schema: G): z.output<G> =>
  schema.parse(settings[name] ?? {});

const yuanFen = 100;
const mostCredits = 100;

/** Claw and ticket machines: plays, as coins on their coin line. */
async function pricePlays({ device, settings, wanted }: Request): Promise<Priced> {
  const { pricePerPlay, coinsPerPlay } = group(settings, 'consume', consume);
  const plays = wanted.number ?? 1;
  const asked = plays * coinsPerPlay;
  if (asked > mostCredits)
    throw invalidField('number', 'orders:error.tooManyPlays', {
      max: Math.floor(mostCredits / coinsPerPlay),
    });
  const amountFen = plays * (device.priceFen ?? pricePerPlay);
  return {
    kind: 'play',
    items: [{ name: 'orders:item.play', quantity: plays, amount: amountFen }],
    steps: [{ command: 'credit', parameters: { amount: asked, source: 'online' }, asked, amount: amountFen }],
    amountFen,
    coins: asked,
  };
}

/** A coin exchange: whole yuan, so that coins come out even. */
async function priceCoins({ settings, wanted }: Request): Promise<Priced> {
  const { coinsPerYuan, maxPerDispense } = group(settings, 'exchange', exchange);
  const { number } = wanted;
  const whole = wanted.amountFen !== undefined || number === undefined || number % coinsPerYuan === 0;
  if (!whole && !wanted.withCoins)
    throw invalidField('number', 'orders:error.unevenCoins', { coins: coinsPerYuan });
  const amountFen = wanted.amountFen ?? Math.ceil(((number ?? coinsPerYuan) / coinsPerYuan) * yuanFen);
  if (whole && amountFen % yuanFen !== 0) throw invalidField('amountFen', 'orders:error.wholeYuan');
  const coins = whole ? (amountFen / yuanFen) * coinsPerYuan : number;
  if (coins > maxPerDispense)
    throw wanted.withCoins
      ? invalidField('number', 'orders:error.tooManyOut', { max: maxPerDispense })
      : invalidField('amountFen', 'orders:error.tooManyCoins', {
          max: Math.floor(maxPerDispense / coinsPerYuan),
        });
  return {
    kind: 'package',
    items: [{ name: 'orders:item.coins', quantity: coins, amount: amountFen }],
    steps: [
      {
        command: 'dispense',
        parameters: { amount: coins, source: 'online' },
        asked: coins,
        amount: amountFen,
      },
    ],
    amountFen,
    coins,
  };
}

/** How many coins an exchange gives at a time. */
export const mostAtOnce = (settings: SettingsDocument): number =>
  group(settings, 'exchange', exchange).maxPerDispense;

/** What is sold there is a play, at the machine's own price. */
export const sellsPlays = (type: DeviceType): boolean =>
  type === 'claw' || type === 'lottery' || type === 'lipstick';

/** What is sold there are pieces, each lane with its own price. */
export const sellsGoods = (type: DeviceType): boolean => type === 'vending' || type === 'cabinet';

const coinTypes = ['claw', 'lottery', 'exchange'] as const satisfies readonly DeviceType[];
const mostCoinSteps = 10;

/** Machines that coins come out of, or go into as plays. */
export const takesCoins = (type: DeviceType): boolean => (coinTypes as readonly DeviceType[]).includes(type);

/**
 * So many coins at a machine for an amount: onto the coin line of one that is played, out of the hopper of an exchange.
 * More than it takes at once is asked for in parts, each worth its share.
 */
export async function stepsForCoins(
  reader: Reader,
  device: DeviceView,
  coins: number,
  amountFen: number,
): Promise<DeviceStep[]> {
  if (!takesCoins(device.type)) throw invalid('orders:error.nothingToBuy');
  const settings = await readDeviceSettings(reader, tenantScope(device.tenantId), device);
  const isExchange = device.type === 'exchange';
  const most = isExchange ? mostAtOnce(settings) : mostCredits;
  const parts = Array.from({ length: Math.ceil(coins / most) }, (_, index) =>
    Math.min(most, coins - index * most),
  );
  if (parts.length > mostCoinSteps)
    throw invalid('orders:error.tooManyAtOnce', { number: device.number, max: most * mostCoinSteps });
  const worth = splitAmount(amountFen, parts);
  return parts.map((amount, index) => ({
    command: isExchange ? 'dispense' : 'credit',
    parameters: { amount, source: 'online' },
    asked: amount,
    amount: worth[index] as number,
  }));
}

export const mostLanes = 20;
export const mostOfLane = 10;

function requireLanes(wanted: Wanted, most: number): { lane: number; amount: number }[] {
  const { lanes } = wanted;
  if (!lanes || lanes.length === 0) throw invalidField('lanes', 'orders:error.chooseLane');
  const numbers = new Set(lanes.map(({ lane }) => lane));
  if (lanes.length > most || numbers.size < lanes.length)
    throw invalidField('lanes', 'orders:error.tooManyLanes', { max: most });
  if (lanes.some(({ amount }) => amount < 1 || amount > mostOfLane))
    throw invalidField('lanes', 'orders:error.tooManyPieces', { max: mostOfLane });
  return lanes;
}

/** One game at a lipstick machine, whichever lane it is for. */
const gameFen = (device: DeviceView, settings: SettingsDocument): number =>
  device.priceFen ?? group(settings, 'needleGame', needleGame).pricePerPlay;

const cellFen = (lane: { priceFen: number }, device: DeviceView, settings: SettingsDocument): number =>
  lane.priceFen || device.priceFen || group(settings, 'cells', cells).pricePerPlay;

/** What lies in the lanes of a machine, with what an order would take for one piece. */
export async function shelfOf(reader: Reader, device: DeviceView, now: Date) {
  const scope = tenantScope(device.tenantId);
  const [lanes, settings] = await Promise.all([
    readLanes(reader, scope, device, now),
    readDeviceSettings(reader, scope, device),
  ]);
  const reported = new Map(device.lanes.map(({ lane, stock }) => [lane, stock]));
  return lanes
    .filter(({ open }) => open)
    .map((lane) => ({
      ...lane,
      stock: reported.get(lane.lane) ?? lane.stock,
      priceFen:
        device.type === 'lipstick'
          ? gameFen(device, settings)
          : device.type === 'cabinet'
            ? cellFen(lane, device, settings)
            : lane.priceFen,
    }));
}

/** Lanes on sale with enough in them, by our book and by what the machine says itself. */
async function openLanes(request: Request, most: number) {
  const { reader, device, now, wanted } = request;
  const known = new Map(
    (await readLanes(reader, tenantScope(device.tenantId), device, now)).map((entry) => [entry.lane, entry]),
  );
  const reported = new Map(device.lanes.map(({ lane, stock }) => [lane, stock]));
  return requireLanes(wanted, most).map(({ lane, amount }) => {
    const found = known.get(lane);
    if (!found?.open) throw invalidField('lanes', 'orders:error.laneClosed', { lane });
    if (found.expiry === 'expired') throw invalidField('lanes', 'orders:error.laneExpired', { lane });
    const stock = reported.get(lane) ?? found.stock;
    if (stock < amount) throw invalidField('lanes', 'orders:error.laneEmpty', { lane, stock });
    return { ...found, amount };
  });
}

async function priceGoods(request: Request): Promise<Priced> {
  const lanes = await openLanes(request, mostLanes);
  const items = lanes.map(({ lane, amount, priceFen, templateName }) => ({
    name: templateName ?? 'orders:item.lane',
    quantity: amount,
    amount: amount * priceFen,
    lane,
  }));
  return {
    kind: 'goods',
    items,
    steps: lanes.map(({ lane, amount, priceFen }) => ({
      command: 'vend',
      parameters: { lane, amount },
      asked: amount,
      amount: amount * priceFen,
    })),
    amountFen: items.reduce((sum, item) => sum + item.amount, 0),
    coins: null,
  };
}

/** One game for the prize in one lane. */
async function priceGame(request: Request): Promise<Priced> {
  const [lane] = await openLanes(request, 1);
  if (!lane) throw invalidField('lanes', 'orders:error.chooseLane');
  const amountFen = gameFen(request.device, request.settings);
  return onePiece('play', 'startGame', lane.lane, amountFen, 'orders:item.game');
}

async function priceCell(request: Request): Promise<Priced> {
  const [lane] = await openLanes(request, 1);
  if (!lane) throw invalidField('lanes', 'orders:error.chooseLane');
  const amountFen = cellFen(lane, request.device, request.settings);
  return onePiece('goods', 'openCell', lane.lane, amountFen, 'orders:item.cell');
}

const onePiece = (
  kind: OrderKind,
  command: string,
  lane: number,
  amountFen: number,
  name: string,
): Priced => ({
  kind,
  items: [{ name, quantity: 1, amount: amountFen, lane }],
  steps: [{ command, parameters: { lane }, asked: 1, amount: amountFen }],
  amountFen,
  coins: null,
});

const pricers: Partial<Record<DeviceType, (request: Request) => Promise<Priced>>> = {
  claw: pricePlays,
  lottery: pricePlays,
  exchange: priceCoins,
  vending: priceGoods,
  lipstick: priceGame,
  cabinet: priceCell,
};

/** For several wishes at one machine, by settings that were read once. */
export const pricerFor =
  (reader: Reader, device: DeviceView, settings: SettingsDocument, now: Date) =>
  async (wanted: Wanted): Promise<Priced> => {
    const pricer = pricers[device.type];
    if (!pricer) throw invalid('orders:error.nothingToBuy');
    const priced = await pricer({ reader, device, settings, wanted, now });
    if (priced.amountFen <= 0) throw invalid('orders:error.noPrice');
    return priced;
  };

export async function priceForDevice(
  reader: Reader,
  device: DeviceView,
  wanted: Wanted,
  now: Date,
): Promise<Priced> {
  const settings = await readDeviceSettings(reader, tenantScope(device.tenantId), device);
  return pricerFor(reader, device, settings, now)(wanted);
}

/** `3` or `3:2`, as it stands on the wire. */
export const parseLanes = (text: string | undefined): Wanted['lanes'] =>
  text?.split(',').map((part) => {
    const [lane, amount] = part.split(':');
    return { lane: Number(lane), amount: Number(amount ?? 1) };
  });
