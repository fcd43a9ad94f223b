import { z } from 'zod';
import { askedField } from '#features/money/allowance/contract.ts';
import { callsAbout } from '#kit/contract/call.ts';
import {
  flagOf,
  id,
  ids,
  int,
  longText,
  moneyFen,
  pageInput,
  pageOf,
  picture,
  text,
  uploadPath,
} from '#kit/contract/schemas.ts';
import { creationTime } from '#kit/contract/things.ts';
import {
  base,
  cardsChanged,
  cardTypeChanged,
  edit,
  siteNames,
  termsFields,
  termsInput,
  view,
} from './terms.ts';

/** More nobody looks through in a shop on the phone. */
export const mostTypes = 30;
export const mostPackages = 10;
export const highestPriceFen = 1_000_000;
const mostStock = 1_000_000;

export const onSale = () => flagOf('cards:onSaleName', { yes: 'good', no: 'quiet' });

const typeRecord = z.object({
  id: z.string(),
  createdAt: creationTime(),
  name: z.string(),
  image: picture().nullable(),
  intro: z.string(),
  priceFen: moneyFen(),
  ...termsFields,
  ...siteNames,
  /** what it gives, in the caller's language */
  rights: z.string(),
  onSale: onSale(),
  /** null: as many as people want */
  stock: z.int().nullable(),
  stockLeft: z.int().nullable(),
  perPlayer: z.int().nullable(),
  /** sold and given, without those that were given back wholly */
  sold: z.int(),
  packages: z.int(),
});
export type CardTypeRecord = z.infer<typeof typeRecord>;

const packageRecord = z.object({
  id: z.string(),
  createdAt: creationTime(),
  typeId: z.string(),
  typeName: z.string(),
  name: z.string(),
  priceFen: moneyFen(),
  coins: z.int(),
  active: onSale(),
});
export type CardPackageRecord = z.infer<typeof packageRecord>;

const { get, post } = callsAbout({ refreshedBy: [cardTypeChanged, cardsChanged], emits: [cardTypeChanged] });

export const typeCalls = {
  listCardTypes: get(`${base}/equityCard/list`, view, {
    input: pageInput({ name: text(20, 0).optional(), onSale: onSale().optional() }, [
      'createdAt',
      'priceFen',
    ]),
    output: pageOf(typeRecord),
    summary: 'Kinds of benefit cards: what they cost, what they give, how many are sold',
  }),
  readCardType: get(`${base}/equityCard/detail`, view, {
    input: z.object({ id: id() }),
    output: typeRecord,
    summary: 'One kind of benefit card',
  }),
  saveCardType: post(`${base}/equityCard/submit`, edit, {
    place: 'json',
    input: z.object({
      id: id().optional(),
      name: text(20),
      image: uploadPath().nullable().default(null),
      intro: longText(300).default(''),
      priceFen: moneyFen(1, highestPriceFen),
      stock: int(0, mostStock).nullable().default(null),
      perPlayer: int(1, 9999).nullable().default(null),
      onSale: onSale().default(true),
      ...termsInput,
    }),
    output: z.object({ id: z.string(), ...askedField }),
    summary: 'Adds a kind of card, or changes one; cards that are sold stay what they were',
  }),
  sellCardTypes: post(`${base}/equityCard/onSale`, edit, {
    input: z.object({ ids: ids(mostTypes), onSale: onSale() }),
    output: z.object(askedField),
    summary: 'Puts kinds of cards on sale, or takes them off',
  }),
  removeCardTypes: post(`${base}/equityCard/remove`, edit, {
    input: z.object({ ids: ids(mostTypes) }),
    summary: 'Takes kinds of cards away; cards that are sold hold until their end',
  }),
  listCardPackages: get(`${base}/equityCardPackage/list`, view, {
    input: pageInput({ typeId: id().optional(), name: text(20, 0).optional() }, ['priceFen', 'createdAt']),
    output: pageOf(packageRecord),
    refreshedBy: [cardTypeChanged],
    summary: 'Cards that are sold together with coins',
  }),
  readCardPackage: get(`${base}/equityCardPackage/detail`, view, {
    input: z.object({ id: id() }),
    output: packageRecord,
    refreshedBy: [cardTypeChanged],
    summary: 'One card with coins',
  }),
  saveCardPackage: post(`${base}/equityCardPackage/submit`, edit, {
    place: 'json',
    input: z.object({
      id: id().optional(),
      typeId: id(),
      name: text(20),
      priceFen: moneyFen(1, highestPriceFen),
      coins: int(1, 100_000),
      active: onSale().default(true),
    }),
    output: z.object({ id: z.string(), ...askedField }),
    summary: 'Adds a card with coins at one price, or changes one',
  }),
  removeCardPackages: post(`${base}/equityCardPackage/remove`, edit, {
    input: z.object({ ids: ids(100) }),
    summary: 'Takes cards with coins off sale for good',
  }),
};
