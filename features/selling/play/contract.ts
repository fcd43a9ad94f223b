import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { choiceOf, day, flagOf, instant, moneyFen, picture, signedFen, text } from '#kit/contract/schemas.ts';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
import { oddsCalls, shownOdds } from './contract/odds.ts';
import { turn, turnCalls } from './contract/turns.ts';

/**
 * ready: it can be played now; busy: somebody plays; offline: it does not hear us; fault: it takes no money until it is
 * mended; closed: its site is; unsold: it sells nothing by itself.
 */
export const machineStates = ['ready', 'busy', 'offline', 'fault', 'closed', 'unsold'] as const;
export type MachineState = (typeof machineStates)[number];

/** These sell one thing at one price; at the others somebody chooses a lane first. */
export const soldAtOnce: readonly DeviceType[] = ['claw', 'lottery', 'exchange'];

const price = z.object({
  /** what the amount is for: one play, the coins beside it, or one piece of the goods inside */
  per: choiceOf('play:price', ['play', 'coins', 'piece']),
  lowFen: moneyFen(),
  /** above `lowFen` where pieces differ */
  highFen: moneyFen(),
  /** coins a play takes, or that come out */
  coins: z.int().nullable(),
});
export type MachinePrice = z.infer<typeof price>;

/** What the address that was scanned says of itself (features/machines/devices/server/label-signature.ts); read: it was wrong, and the player compared the number. */
export const labelVerdicts = ['signed', 'unsigned', 'wrong', 'read'] as const;
export type LabelVerdict = (typeof labelVerdicts)[number];
/** What a page says in place of a wrong signature, once the player has read the number on the machine. */
export const numberRead = 'read';

const machine = z.object({
  merchantName: z.string(),
  fieldId: z.string(),
  fieldName: z.string(),
  equipmentNo: z.int(),
  equipmentName: z.string().nullable(),
  type: choiceOf('devices:type', deviceTypes),
  typeName: z.string(),
  state: choiceOf('play:state', machineStates),
  label: choiceOf('play:label', labelVerdicts, { wrong: 'bad' }),
  price: price.nullable(),
  /** what it is set to, where the merchant shows it */
  odds: shownOdds.nullable(),
});
export type Machine = z.infer<typeof machine>;

export const offerKinds = ['play', 'coins', 'stored', 'points'] as const;
export const ownPayWays = ['wechat', 'alipay', 'balance', 'coin', 'freePlay', 'card'] as const;
export type OwnPayWay = (typeof ownPayWays)[number];

/** The code printed on the machine, and the signature of its label. */
const scanned = { equipmentId: text(36), s: text(64, 0).optional() };

const priceLines = () => z.array(z.object({ text: z.string(), amountFen: signedFen() }));

/** One thing to buy. An order names `packageId` or `number`; what it costs is worked out again with the order. */
const offer = z.object({
  /** stands for it in an address */
  id: z.string(),
  packageId: z.string().nullable(),
  number: z.int().nullable(),
  kind: choiceOf('play:offerKind', offerKinds),
  name: z.string(),
  /** that come out, go onto the machine, or into the account; null for plays */
  coins: z.int().nullable(),
  /** that go into the account */
  points: z.int(),
  amountFen: moneyFen(),
  /** what it costs without anything taken off */
  usualFen: moneyFen(),
  /** they add up to the amount */
  lines: priceLines(),
  /** what it costs in coins of the player; null: only for money */
  payCoins: z.int().nullable(),
  recommended: flagOf('play:recommended'),
  /** why it can not be had just now, in the caller's language */
  refusal: z.string().nullable(),
});
export type Offer = z.infer<typeof offer>;

/** A lane with what lies in it. */
const shelfLane = z.object({
  lane: z.int(),
  /** as staff named it; null: nobody said what it is */
  name: z.string().nullable(),
  image: picture(),
  stock: z.int(),
  /** of one piece, or of one game for it */
  priceFen: moneyFen(),
  /** what it costs without anything taken off */
  usualFen: moneyFen(),
  /** they add up to the price; none where nothing is taken off */
  lines: priceLines(),
  expiryDate: day().nullable(),
  /** it can be had now */
  onSale: z.boolean(),
});
export type ShelfLane = z.infer<typeof shelfLane>;

/** What the player may spend at this site, can pay with, and has under way. */
const ofPlayer = {
  /** what the player may spend at this site; null: nobody knows who it is */
  purse: z
    .object({
      balanceFen: moneyFen(),
      coins: z.int(),
      /** of them: from other sites of the merchant, where balances are shared */
      elsewhereFen: moneyFen(),
      elsewhereCoins: z.int(),
      points: z.int(),
      /** where points of this site are spent; null: nowhere yet */
      pointsStore: z.string().nullable(),
    })
    .nullable(),
  /** the first is the usual one; none for somebody whom nobody knows */
  payWays: z.array(choiceOf('play:payWay', ownPayWays)),
  /** plays that the player was given and may use here; the next of them holds until then */
  passes: z.array(
    z.object({ way: choiceOf('play:payWay', ownPayWays), left: z.int(), until: instant().nullable() }),
  ),
  /** whose turn it is, where one plays at a time; null: it makes no difference, or nobody knows who asks */
  turn: turn.nullable(),
  /** an order of the player at this machine that is under way */
  openOrder: z.string().nullable(),
};

const offers = z.object({
  offers: z.array(offer),
  /** so many of the player's own coins the machine gives back at a time; null: it gives none, or there are none */
  takeOutMost: z.int().nullable(),
  ...ofPlayer,
});
export type Offers = z.infer<typeof offers>;
/** At these somebody chooses lanes: /index2. */
export const soldByLane: readonly DeviceType[] = ['vending', 'lipstick', 'cabinet'];

export const playContract = {
  ...turnCalls,
  ...oddsCalls,
  readMachine: get('/api/blade-player/player/scannedEquipment', 'public', {
    rate: { max: 240, windowSeconds: 60 },
    input: z.object(scanned),
    output: machine,
    summary:
      'What a machine tells a person who scans its code: where it is, whether it can be played, what that costs',
  }),
  // prices are no secret; who is logged in sees the own ones, and what there is to pay with
  readOffers: get('/api/blade-player/player/equipmentOffers', 'public', {
    rate: { max: 240, windowSeconds: 60 },
    input: z.object(scanned),
    output: offers,
    summary: 'What can be bought at a machine: plays and packages, each with its price line by line',
  }),
  readShelf: get('/api/blade-player/player/equipmentShelf', 'public', {
    rate: { max: 240, windowSeconds: 60 },
    input: z.object(scanned),
    output: z.object({
      lanes: z.array(shelfLane),
      /** how many lanes, and how many of each, one order may have */
      mostLanes: z.int(),
      mostOfLane: z.int(),
      ...ofPlayer,
    }),
    summary: 'What lies in the lanes of a vending, lipstick or cabinet machine',
  }),
};
