import { z } from 'zod';
import { askedField } from '#features/money/allowance/contract.ts';
import { termFields, termInput } from '#features/selling/packages/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import {
  basisPoints,
  id,
  ids,
  int,
  moneyFen,
  pageInput,
  pageOf,
  ratio,
  text,
} from '#kit/contract/schemas.ts';
import { memberChanged, view } from './members.ts';

/** Levels and what they make cheaper. */
export const levels = permit('members.levels');
export const levelChanged = defineEvent<object>('member.levelChanged');

const base = '/api/blade-member/level' as const;
const discountBase = '/api/blade-member/gradePreference' as const;
export const highestRank = 20;
/** What the specification names as the usual rate. */
export const usualBasisPoints = 9900;

const levelRecord = z.object({
  id: z.string(),
  name: z.string(),
  rank: z.int(),
  topUpFen: moneyFen().nullable(),
  bonusCoins: z.int(),
  spendFen: moneyFen().nullable(),
  basisPoints: ratio(),
  keepDays: z.int().nullable(),
  members: z.int(),
});
export type LevelRecord = z.infer<typeof levelRecord>;

const discountRecord = z.object({
  id: z.string(),
  name: z.string(),
  levelId: z.string(),
  levelName: z.string(),
  basisPoints: ratio(),
  ...termFields,
  siteIds: z.array(z.string()),
  /** in words, "all sites" where none is named */
  siteNames: z.array(z.string()),
});
export type LevelDiscountRecord = z.infer<typeof discountRecord>;

export const levelCalls = {
  listLevels: get(`${base}/list`, view, {
    input: pageInput({ name: text(20, 0).optional() }, ['rank', 'basisPoints']),
    output: pageOf(levelRecord),
    refreshedBy: [levelChanged, memberChanged],
    summary: 'Levels of the merchant’s members, the lowest first, and how many have each',
  }),
  saveLevel: post(`${base}/submit`, levels, {
    input: z.object({
      id: id().optional(),
      name: text(20),
      rank: int(1, highestRank),
      topUpFen: moneyFen(1).nullable().default(null),
      bonusCoins: int(0, 1000).default(0),
      spendFen: moneyFen(1).nullable().default(null),
      basisPoints: basisPoints().min(1).default(usualBasisPoints),
      keepDays: int(1, 3650).nullable().default(null),
    }),
    output: z.object({ id: z.string(), ...askedField }),
    emits: [levelChanged],
    summary: 'Adds a level, or changes one; who reaches it by now has it at once, nobody loses one by it',
  }),
  removeLevels: post(`${base}/remove`, levels, {
    input: z.object({ ids: ids(highestRank) }),
    emits: [levelChanged],
    summary: 'Takes away levels that nobody has',
  }),
  listLevelDiscounts: get(`${discountBase}/list`, view, {
    input: pageInput({ name: text(20, 0).optional(), levelId: id().optional() }, ['name', 'basisPoints']),
    output: pageOf(discountRecord),
    refreshedBy: [levelChanged],
    summary: 'What levels make cheaper at some days, hours and sites',
  }),
  saveLevelDiscount: post(`${discountBase}/submit`, levels, {
    place: 'json',
    input: z.object({
      id: id().optional(),
      name: text(20),
      levelId: id(),
      basisPoints: basisPoints().min(1).default(usualBasisPoints),
      ...termInput,
      siteIds: z.array(id()).max(200).default([]),
    }),
    output: z.object({ id: z.string(), ...askedField }),
    emits: [levelChanged],
    summary: 'Adds a discount of a level, or changes one; no sites mean all of them',
  }),
  removeLevelDiscounts: post(`${discountBase}/remove`, levels, {
    input: z.object({ ids: ids() }),
    emits: [levelChanged],
    summary: 'Ends discounts of levels',
  }),
};
