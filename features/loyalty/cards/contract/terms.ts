import { z } from 'zod';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import {
  basisPoints,
  choiceOf,
  choicesOf,
  flagOf,
  id,
  int,
  ratio,
  weekPeriod,
} from '#kit/contract/schemas.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';

export const view = permit('cards.view');
export const edit = permit('cards.edit');
export const give = permit('cards.give');
export const refund = permit('cards.refund');

export const base = '/api/blade-equityCard' as const;

/** A type, or a package of one. */
export const cardTypeChanged = defineEvent<object>('benefitCard.typeChanged');
/** Cards were sold, given, used, refunded. */
export const cardsChanged = defineEvent<object>('benefitCard.changed');

/** purchase: its days begin on the day it is bought; firstUse: on the day it is used for the first time */
export const cardStarts = ['purchase', 'firstUse'] as const;
/** What is counted by the day. */
export const cardUnits = ['play', 'coin'] as const;
export type CardUnit = (typeof cardUnits)[number];
export const cardSources = ['order', 'gift', 'groupBuy', 'voucher'] as const;
export type CardSource = (typeof cardSources)[number];

export const mostDays = 3650;
export const mostOfDay = 1000;

export const starts = () => choiceOf('cards:startsName', cardStarts);
export const source = () => choiceOf('cards:sourceName', cardSources);
export const withOthers = () => flagOf('cards:withOthersName');

/** What a card gives, as people fill it in. */
export const termsInput = {
  days: int(1, mostDays),
  starts: starts().default('purchase'),
  dailyPlays: int(0, mostOfDay).default(0),
  dailyCoins: int(0, mostOfDay).default(0),
  /** what is left to pay for packages; null: no discount */
  basisPoints: basisPoints(9999).min(1).nullable().default(null),
  withOthers: withOthers().default(false),
  /** where it holds; none: at all sites */
  siteIds: z.array(id()).max(200).default([]),
  /** at which machines; none: at all of them */
  deviceTypes: choicesOf('devices:type', deviceTypes).default([]),
  /** on which days of the week and when; none: always */
  hours: z.array(weekPeriod()).max(14).default([]),
};

const terms = z.object(termsInput);
/** What a card gives. A card has its own copy: a change of its type changes no card that is sold. */
export type CardTerms = z.output<typeof terms>;

/** The same in an answer. */
export const termsFields = {
  days: z.int(),
  starts: starts(),
  dailyPlays: z.int(),
  dailyCoins: z.int(),
  basisPoints: ratio().nullable(),
  withOthers: withOthers(),
  siteIds: z.array(z.string()),
  deviceTypes: choicesOf('devices:type', deviceTypes),
  hours: z.array(weekPeriod()),
};

/** Where it holds in words: names of sites, "all sites" where none is named. */
export const siteNames = { siteNames: z.array(z.string()) };
