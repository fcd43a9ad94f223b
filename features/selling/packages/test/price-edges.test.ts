/** Where a day, an hour, a limit or a discount ends: one line for each edge of the rules. */
import { expect, it } from 'vitest';
import { type DiscountRule, noRules, type PackageRule, type PriceRules } from '../contract/price-rules.ts';
import type { Circumstances, PlayerPast } from '../rules/circumstances.ts';
import { plainPackage } from '../rules/default-packages.ts';
import { priceChoice } from '../rules/price.ts';
import { rulesIn } from '../server/price-versions.ts';

const onePackage: PackageRule = {
  ...plainPackage,
  id: 'p',
  kind: 'stored',
  deviceId: null,
  name: 'Ten',
  priceFen: 1000,
  coins: 10,
  bonusCoins: 0,
  points: 0,
  recommended: false,
};
const newcomer: PlayerPast = { lastPaidAt: null, bought: {} };
const paidAt = (at: string): PlayerPast => ({ lastPaidAt: new Date(at), bought: {} });
const tookToday: PlayerPast = { ...newcomer, bought: { p: { ever: 1, today: 1 } } };

const around = (at: string, more: Partial<Circumstances> = {}): Circumstances => ({
  at: new Date(at),
  deviceId: null,
  playFen: null,
  coinPrice: null,
  level: null,
  player: null,
  ...more,
});

const friday = { hours: [{ days: [5], period: '20:00-04:00' }] };
const back = { audience: 'returning', awayDays: 30 } as const;

/** Instants in UTC, as a server anywhere has them; 16:00 there is midnight where the machines stand. */
it.each<[string, Partial<PackageRule>, string, PlayerPast | null, string | null]>([
  ['the last second of the last day', { toDay: '2026-11-20' }, '2026-11-20T15:59:59.999Z', null, null],
  ['the first of the day after', { toDay: '2026-11-20' }, '2026-11-20T16:00:00.000Z', null, 'over'],
  ['the second before the first day', { fromDay: '2026-11-21' }, '2026-11-20T15:59:59.999Z', null, 'notYet'],
  ['the first second of the first day', { fromDay: '2026-11-21' }, '2026-11-20T16:00:00.000Z', null, null],
  ['a leap day', { fromDay: '2028-02-29', toDay: '2028-02-29' }, '2028-02-29T12:00:00Z', null, null],
  ['the minute before the hours begin', friday, '2026-11-20T11:59:59Z', null, 'notNow'],
  ['the minute they begin', friday, '2026-11-20T12:00:00Z', null, null],
  ['the small hours of Saturday, which are still Friday’s', friday, '2026-11-20T19:59:59Z', null, null],
  ['the minute they end', friday, '2026-11-20T20:00:00Z', null, 'notNow'],
  ['the small hours of Friday, which were Thursday’s', friday, '2026-11-19T18:00:00Z', null, 'notNow'],
  [
    'a night that began on the last day',
    { ...friday, toDay: '2026-11-20' },
    '2026-11-20T19:00:00Z',
    null,
    null,
  ],
  [
    'the evening of the same hours a week later',
    { ...friday, toDay: '2026-11-20' },
    '2026-11-27T13:00:00Z',
    null,
    'over',
  ],
  [
    'somebody nobody knows, where it matters who',
    { audience: 'first' },
    '2026-11-20T04:00:00Z',
    null,
    'needsPlayer',
  ],
  ['a newcomer', { audience: 'first' }, '2026-11-20T04:00:00Z', newcomer, null],
  [
    'a newcomer who has ordered it in another tab',
    { audience: 'first' },
    '2026-11-20T04:00:00Z',
    tookToday,
    'onlyFirst',
  ],
  ['thirty days away to the second', back, '2026-11-20T04:00:00Z', paidAt('2026-10-21T04:00:00Z'), null],
  ['a second less', back, '2026-11-20T04:00:00Z', paidAt('2026-10-21T04:00:01Z'), 'onlyReturning'],
  ['never there before is not coming back', back, '2026-11-20T04:00:00Z', newcomer, 'onlyReturning'],
  ['the first of two a day', { perPlayerDay: 2 }, '2026-11-20T04:00:00Z', tookToday, null],
  ['the second of one a day', { perPlayerDay: 1 }, '2026-11-20T04:00:00Z', tookToday, 'limitReached'],
  ['off goes before all else', { active: false, toDay: '2026-01-01' }, '2026-11-20T04:00:00Z', null, 'off'],
])('a package: %s', (_what, rule, at, player, refused) => {
  const rules = { ...noRules, packages: [{ ...onePackage, ...rule }] };
  expect(priceChoice(rules, { packageId: 'p' }, around(at, { player })).refused).toBe(refused);
});

const late = { timeZone: 'America/New_York', dayStart: 6 };
const weekend = { hours: [{ days: [6], period: '10:00-12:00' }] };
/** New York is five hours behind Greenwich in winter, so a day that begins at six begins there at eleven. */
it.each<[string, Partial<PackageRule>, string, string | null]>([
  ['the last second of the last day', { toDay: '2026-11-20' }, '2026-11-21T10:59:59.999Z', null],
  ['the first of the day after', { toDay: '2026-11-20' }, '2026-11-21T11:00:00.000Z', 'over'],
  ['the second before the first day', { fromDay: '2026-11-21' }, '2026-11-21T10:59:59.999Z', 'notYet'],
  ['the first second of the first day', { fromDay: '2026-11-21' }, '2026-11-21T11:00:00.000Z', null],
  ['the minute before the hours begin', friday, '2026-11-21T00:59:59Z', 'notNow'],
  ['the minute they begin', friday, '2026-11-21T01:00:00Z', null],
  ['the small hours of Saturday, which are still Friday’s', friday, '2026-11-21T08:59:59Z', null],
  ['the minute they end', friday, '2026-11-21T09:00:00Z', 'notNow'],
  ['a night that began on the last day', { ...friday, toDay: '2026-11-20' }, '2026-11-21T08:00:00Z', null],
  ['Saturday morning by the clock on the wall', weekend, '2026-11-21T15:00:00Z', null],
  ['Saturday morning in Shanghai', weekend, '2026-11-21T03:00:00Z', 'notNow'],
])(
  'a package and a discount at a site in New York whose day begins at six: %s',
  (_what, rule, at, refused) => {
    const here = around(at, { clock: late, playFen: 1000 });
    const rules = { ...noRules, packages: [{ ...onePackage, ...rule }] };
    expect(priceChoice(rules, { packageId: 'p' }, here).refused).toBe(refused);
    const { active, fromDay, toDay, hours } = { ...onePackage, ...rule };
    const discounts = [{ ...off('d', 5000), active, fromDay, toDay, hours }];
    const { price } = priceChoice({ ...noRules, discounts }, { plays: 1 }, here);
    expect(price?.lines.length).toBe(refused === null ? 2 : 1);
  },
);

const off = (id: string, basisPoints: number, more: Partial<DiscountRule> = {}): DiscountRule => ({
  id,
  name: id,
  basisPoints,
  things: ['play'],
  withLevel: false,
  active: true,
  fromDay: null,
  toDay: null,
  hours: [],
  ...more,
});
const gold = (basisPoints: number) => ({ name: 'Gold', basisPoints });

it.each<[string, DiscountRule[], Circumstances['level'], [string | null, number]]>([
  ['none', [], null, [null, 1000]],
  ['the cheaper of two', [off('a', 9000), off('b', 8000)], null, ['b', 800]],
  ['of two as cheap the smaller id', [off('b', 9000), off('a', 9000)], null, ['a', 900]],
  ['one that is for something else', [off('a', 5000, { things: ['coins'] })], null, [null, 1000]],
  ['one that ended yesterday', [off('a', 5000, { toDay: '2026-11-19' })], null, [null, 1000]],
  ['one that is off', [off('a', 5000, { active: false })], null, [null, 1000]],
  ['a level that takes off more than the discount', [off('a', 9000)], gold(8500), [null, 850]],
  ['a discount that takes off more than the level', [off('a', 8000)], gold(8500), ['a', 800]],
  ['both together', [off('a', 9000, { withLevel: true })], gold(9000), ['a', 810]],
  [
    'alone at 70 % rather than two at 81 %',
    [off('a', 9000, { withLevel: true }), off('b', 7000)],
    gold(9000),
    ['b', 700],
  ],
  [
    'together at 63 % rather than alone at 70 %',
    [off('a', 7000, { withLevel: true }), off('b', 7000)],
    gold(9000),
    ['a', 630],
  ],
  ['almost everything off: never for nothing', [off('a', 1)], gold(1), ['a', 1]],
])('discounts that overlap: %s', (_what, discounts, level, [discountId, totalFen]) => {
  const circumstances = around('2026-11-20T04:00:00Z', { playFen: 1000, level });
  for (const order of [discounts, discounts.toReversed()]) {
    const { price } = priceChoice({ ...noRules, discounts: order }, { plays: 1 }, circumstances);
    expect([price?.discountId, price?.totalFen]).toEqual([discountId, totalFen]);
  }
});

it('a version from before there were points still says what it said', () => {
  const { points: _, ...before } = onePackage;
  const rules = rulesIn({ rules: { ...noRules, packages: [before] } as unknown as PriceRules });
  const { price } = priceChoice(rules, { packageId: 'p' }, around('2026-11-20T04:00:00Z'));
  expect(price).toMatchObject({ totalFen: 1000, coins: 10, points: 0 });
});
