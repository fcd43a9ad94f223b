import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  audiences,
  type DiscountRule,
  type NoteBonus,
  noRules,
  type PackageRule,
  type PriceRules,
  packageKinds,
  pricedThings,
  roundings,
} from '../contract/price-rules.ts';
import type { Circumstances } from '../rules/circumstances.ts';
import { notesWith } from '../rules/note-rules.ts';
import { type Choice, offersAt, type Price, priceChoice } from '../rules/price.ts';
import { priceListOf } from '../rules/price-list.ts';

/** Monday, half past six in the evening where the machines stand. */
const monday = new Date('2026-11-16T18:30:00+08:00');

const aPackage = (values: Partial<PackageRule> = {}): PackageRule => ({
  id: 'p',
  kind: 'coins',
  deviceId: null,
  name: 'Ten',
  priceFen: 1000,
  coins: 10,
  bonusCoins: 2,
  points: 0,
  active: true,
  recommended: false,
  audience: 'everyone',
  awayDays: null,
  perPlayer: null,
  perPlayerDay: null,
  discountable: true,
  withCards: true,
  fromDay: null,
  toDay: null,
  hours: [],
  ...values,
});

const aDiscount = (values: Partial<DiscountRule> = {}): DiscountRule => ({
  id: 'd',
  name: 'Evening',
  basisPoints: 9000,
  things: ['play', 'coins', 'stored'],
  withLevel: false,
  active: true,
  fromDay: null,
  toDay: null,
  hours: [],
  ...values,
});

const rulesOf = (values: Partial<PriceRules>): PriceRules => ({
  ...noRules,
  ...values,
});

const around = (values: Partial<Circumstances> = {}): Circumstances => ({
  at: monday,
  deviceId: 'm1',
  playFen: 200,
  coinPrice: null,
  level: null,
  player: null,
  ...values,
});

function priced(rules: PriceRules, choice: Choice, circumstances: Circumstances): Price {
  const { price, refused } = priceChoice(rules, choice, circumstances);
  if (!price) throw new Error(`refused: ${refused}`);
  return price;
}
const amounts = ({ lines }: Price) => lines.map(({ kind, amountFen }) => [kind, amountFen]);
const refusedWith = (rule: Partial<PackageRule>, circumstances: Partial<Circumstances> = {}) =>
  priceChoice(rulesOf({ packages: [aPackage(rule)] }), { packageId: 'p' }, around(circumstances)).refused;
const past = (values: Partial<NonNullable<Circumstances['player']>> = {}) => ({
  player: { lastPaidAt: null, bought: {}, ...values },
});

describe('a price', () => {
  it('is said line by line: coins one by one, the package, the hour, the level, the small change', () => {
    const rules = rulesOf({
      rounding: 'jiao',
      packages: [aPackage({ priceFen: 999 })],
      discounts: [aDiscount({ withLevel: true })],
    });
    const price = priced(
      rules,
      { packageId: 'p' },
      around({ coinPrice: { fen: 100, coins: 1 }, level: { name: 'Gold', basisPoints: 9500 } }),
    );
    expect(amounts(price)).toEqual([
      ['base', 1200],
      ['package', -201],
      ['timeDiscount', -100],
      ['levelDiscount', -45],
      ['rounding', -4],
    ]);
    expect(price).toMatchObject({ totalFen: 850, coins: 10, bonusCoins: 2, discountId: 'd' });
  });

  it('of plays is the machine’s own price until a discount lowers it', () => {
    expect(amounts(priced(rulesOf({}), { plays: 3 }, around()))).toEqual([['base', 600]]);
    const evening = rulesOf({ discounts: [aDiscount()] });
    expect(priced(evening, { plays: 3 }, around()).totalFen).toBe(540);
    const onlyPackages = rulesOf({ discounts: [aDiscount({ things: ['coins'] })] });
    expect(priced(onlyPackages, { plays: 3 }, around()).totalFen).toBe(600);
  });

  it('takes the better of hour and level where the discount does not say both', () => {
    const rules = rulesOf({ discounts: [aDiscount()] });
    const at = (basisPoints: number) =>
      priced(rules, { plays: 5 }, around({ level: { name: 'Gold', basisPoints } }));
    expect(amounts(at(9500))).toEqual([
      ['base', 1000],
      ['timeDiscount', -100],
    ]);
    expect(amounts(at(8000))).toEqual([
      ['base', 1000],
      ['levelDiscount', -200],
    ]);
  });

  it('leaves a typed price as it is: only what discounts leave is rounded', () => {
    const rules = rulesOf({ rounding: 'yuan', packages: [aPackage({ priceFen: 1999 })] });
    expect(priced(rules, { packageId: 'p' }, around()).totalFen).toBe(1999);
    const lowered = { ...rules, discounts: [aDiscount({ basisPoints: 9900 })] };
    expect(priced(lowered, { packageId: 'p' }, around()).totalFen).toBe(1900);
  });

  it('of a package without discounts stays', () => {
    const rules = rulesOf({ packages: [aPackage({ discountable: false })], discounts: [aDiscount()] });
    expect(
      priced(rules, { packageId: 'p' }, around({ level: { name: 'Gold', basisPoints: 5000 } })).totalFen,
    ).toBe(1000);
  });
});

describe('a package is sold', () => {
  it('between its days, and not before or after', () => {
    expect(refusedWith({ fromDay: '2026-11-17' })).toBe('notYet');
    expect(refusedWith({ toDay: '2026-11-15' })).toBe('over');
    expect(refusedWith({ fromDay: '2026-11-16', toDay: '2026-11-16' })).toBeNull();
  });

  it('within its hours of the week; a night belongs to the day on which it began', () => {
    const night = { hours: [{ days: [1], period: '18:00-02:00' }] };
    const at = (text: string) => ({ at: new Date(`${text}+08:00`) });
    expect(refusedWith(night)).toBeNull();
    expect(refusedWith(night, at('2026-11-17T01:59:00'))).toBeNull();
    expect(refusedWith(night, at('2026-11-17T02:00:00'))).toBe('notNow');
    expect(refusedWith(night, at('2026-11-16T01:00:00'))).toBe('notNow');
    expect(refusedWith(night, at('2026-11-17T18:30:00'))).toBe('notNow');
    expect(refusedWith({ ...night, toDay: '2026-11-16' }, at('2026-11-17T01:00:00'))).toBeNull();
    expect(refusedWith({ ...night, fromDay: '2026-11-17' }, at('2026-11-17T01:00:00'))).toBe('notNow');
    const sunday = { hours: [{ days: [7], period: '22:00-03:00' }] };
    expect(refusedWith(sunday, at('2026-11-16T02:00:00'))).toBeNull();
    expect(
      refusedWith({ hours: [{ days: [1], period: '10:00-24:00' }] }, at('2026-11-16T23:59:00')),
    ).toBeNull();
  });

  it('to newcomers who never paid here, to those who come back after long enough', () => {
    const lastPaidAt = new Date('2026-11-06T18:30:00+08:00');
    expect(refusedWith({ audience: 'first' })).toBe('needsPlayer');
    expect(refusedWith({ audience: 'first' }, past())).toBeNull();
    expect(refusedWith({ audience: 'first' }, past({ lastPaidAt }))).toBe('onlyFirst');
    expect(refusedWith({ audience: 'returning', awayDays: 10 }, past({ lastPaidAt }))).toBeNull();
    expect(refusedWith({ audience: 'returning', awayDays: 11 }, past({ lastPaidAt }))).toBe('onlyReturning');
    expect(refusedWith({ audience: 'returning', awayDays: 1 }, past())).toBe('onlyReturning');
    const inAnotherTab = { bought: { other: { ever: 1, today: 1 } } };
    expect(refusedWith({ audience: 'first' }, past(inAnotherTab))).toBe('onlyFirst');
    expect(refusedWith({ audience: 'returning', awayDays: 1 }, past({ lastPaidAt, ...inAnotherTab }))).toBe(
      'onlyReturning',
    );
  });

  it('so often to one player, in all and on a day', () => {
    const bought = (ever: number, today: number) => past({ bought: { p: { ever, today } } });
    expect(refusedWith({ perPlayer: 2 }, bought(1, 1))).toBeNull();
    expect(refusedWith({ perPlayer: 2 }, bought(2, 0))).toBe('limitReached');
    expect(refusedWith({ perPlayerDay: 1 }, bought(5, 0))).toBeNull();
    expect(refusedWith({ perPlayerDay: 1 }, bought(5, 1))).toBe('limitReached');
    expect(refusedWith({ perPlayerDay: 1 })).toBe('needsPlayer');
  });

  it('by its own machine alone; there the site’s of the same kind are not', () => {
    const own = aPackage({ id: 'own', deviceId: 'm1' });
    const stored = aPackage({ id: 'stored', kind: 'stored' });
    const rules = rulesOf({ packages: [aPackage(), own, stored] });
    const soldAt = (deviceId: string | null) =>
      offersAt(rules, around({ deviceId })).map(({ rule }) => rule.id);
    expect(soldAt('m1')).toEqual(['own', 'stored']);
    expect(soldAt('m2')).toEqual(['p', 'stored']);
    expect(soldAt(null)).toEqual(['p', 'stored']);
    expect(priceChoice(rules, { packageId: 'own' }, around({ deviceId: 'm2' })).refused).toBe('notHere');
    const off = rulesOf({ packages: [aPackage(), { ...own, active: false }] });
    expect(offersAt(off, around()).map(({ rule }) => rule.id)).toEqual(['p']);
  });

  it('or shown with the reason where that may pass, and not at all where it is nobody’s', () => {
    const shown = (rule: Partial<PackageRule>) =>
      offersAt(rulesOf({ packages: [aPackage(rule)] }), around()).map(({ refused }) => refused);
    expect(shown({ hours: [{ days: [2], period: '10:00-12:00' }] })).toEqual(['notNow']);
    expect(shown({ perPlayer: 1 })).toEqual(['needsPlayer']);
    expect(shown({ active: false })).toEqual([]);
    expect(shown({ toDay: '2026-01-01' })).toEqual([]);
  });
});

const basisPoints = fc.integer({ min: 1, max: 10_000 });
const days = fc.constantFrom(null, '2026-11-15', '2026-11-16', '2026-11-17');
const hours = fc.array(
  fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    period: fc.constantFrom('10:00-24:00', '18:00-02:00', '00:00-06:00'),
  }),
  { maxLength: 2 },
);
const limit = fc.option(fc.integer({ min: 1, max: 3 }), { nil: null });
const machine = fc.constantFrom('m1', 'm2');
const term = { fromDay: days, toDay: days, hours, active: fc.boolean() };
const packages = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    kind: fc.constantFrom(...packageKinds),
    deviceId: fc.option(machine, { nil: null }),
    name: fc.constant('package'),
    priceFen: fc.integer({ min: 1, max: 99_999_900 }),
    coins: fc.integer({ min: 1, max: 100_000 }),
    bonusCoins: fc.integer({ min: 0, max: 100_000 }),
    points: fc.integer({ min: 0, max: 100_000 }),
    recommended: fc.boolean(),
    audience: fc.constantFrom(...audiences),
    awayDays: fc.constantFrom(1, 30),
    perPlayer: limit,
    perPlayerDay: limit,
    discountable: fc.boolean(),
    withCards: fc.boolean(),
    ...term,
  }),
  { selector: ({ id }) => id },
);
const discount = fc.record({
  id: fc.uuid(),
  name: fc.constant('discount'),
  basisPoints,
  things: fc.uniqueArray(fc.constantFrom(...pricedThings), { minLength: 1 }),
  withLevel: fc.boolean(),
  ...term,
});
const rules = fc.record({
  rounding: fc.constantFrom(...roundings),
  packages,
  notes: fc.constant<NoteBonus[]>([]),
  discounts: fc.uniqueArray(discount, { selector: ({ id }) => id, maxLength: 4 }),
});
const instants = fc.date({
  min: new Date('2026-11-14T00:00:00Z'),
  max: new Date('2026-11-19T00:00:00Z'),
  noInvalidDate: true,
});
const circumstances = fc.record({
  at: instants,
  deviceId: fc.option(machine, { nil: null }),
  playFen: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: null }),
  coinPrice: fc.option(
    fc.record({ fen: fc.integer({ min: 1, max: 1000 }), coins: fc.integer({ min: 1, max: 50 }) }),
    { nil: null },
  ),
  level: fc.option(fc.record({ name: fc.constant('level'), basisPoints }), { nil: null }),
  player: fc.option(
    fc.record({
      lastPaidAt: fc.option(instants, { nil: null }),
      bought: fc.dictionary(
        fc.constantFrom('a', 'b', 'c', 'd'),
        fc.record({ ever: fc.integer({ min: 0, max: 4 }), today: fc.integer({ min: 0, max: 4 }) }),
        { noNullPrototype: true },
      ),
    }),
    { nil: null },
  ),
});
const choice: fc.Arbitrary<Choice> = fc.oneof(
  fc.record({ plays: fc.integer({ min: -1, max: 101 }) }),
  fc.record({ packageId: fc.constantFrom('a', 'b', 'c', 'd', 'e') }),
);
const each = fc.tuple(rules, choice, circumstances);
const holds = (check: (given: [PriceRules, Choice, Circumstances]) => void) =>
  fc.assert(fc.property(each, check), { numRuns: 500 });

describe('whatever the rules', () => {
  it('lines add up, nothing is below one fen or above the first line, and no line stands twice', () => {
    let found = 0;
    holds((given) => {
      const { price } = priceChoice(...given);
      if (!price) return;
      found += 1;
      const [first, ...rest] = price.lines;
      expect(price.lines.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(price.totalFen);
      expect(Number.isSafeInteger(price.totalFen)).toBe(true);
      expect(price.totalFen).toBeGreaterThanOrEqual(1);
      expect(first?.kind).toBe('base');
      for (const { amountFen } of rest) expect(amountFen).toBeLessThan(0);
      expect(new Set(price.lines.map(({ kind }) => kind)).size).toBe(price.lines.length);
    });
    expect(found).toBeGreaterThan(40);
  });

  it('a level or one more discount never makes it dearer, and their order makes no difference', () => {
    fc.assert(
      fc.property(each, discount, ([given, wanted, now], more) => {
        const { price } = priceChoice(given, wanted, now);
        if (!price) return;
        const without = priced(given, wanted, { ...now, level: null });
        expect(price.totalFen).toBeLessThanOrEqual(without.totalFen);
        const added = priced({ ...given, discounts: [...given.discounts, more] }, wanted, now);
        expect(added.totalFen).toBeLessThanOrEqual(price.totalFen);
        expect(priced({ ...given, discounts: given.discounts.toReversed() }, wanted, now)).toEqual(price);
      }),
      { numRuns: 500 },
    );
  });

  it('hour and level come together only where the discount says so', () => {
    holds(([given, wanted, now]) => {
      const { price } = priceChoice(given, wanted, now);
      const kinds = price?.lines.map(({ kind }) => kind) ?? [];
      if (!kinds.includes('timeDiscount') || !kinds.includes('levelDiscount')) return;
      expect(given.discounts.find(({ id }) => id === price?.discountId)?.withLevel).toBe(true);
    });
  });

  it('nobody gets more often what is limited, nor another machine’s package', () => {
    holds(([given, wanted, now]) => {
      const { price } = priceChoice(given, wanted, now);
      if (!price?.packageId) return;
      const rule = given.packages.find(({ id }) => id === price.packageId)!;
      const bought = now.player?.bought[rule.id] ?? { ever: 0, today: 0 };
      if (rule.perPlayer !== null) expect(bought.ever).toBeLessThan(rule.perPlayer);
      if (rule.perPlayerDay !== null) expect(bought.today).toBeLessThan(rule.perPlayerDay);
      if (rule.deviceId !== null) expect(rule.deviceId).toBe(now.deviceId);
      expect(rule.active).toBe(true);
    });
  });

  it('rules that were written down and read again a year later say the same', () => {
    holds(([given, wanted, now]) => {
      const kept = JSON.parse(JSON.stringify(given)) as PriceRules;
      expect(priceChoice(kept, wanted, now)).toEqual(priceChoice(given, wanted, now));
    });
  });
});

describe('banknotes', () => {
  it('give what the site says on top, and are taken or not as before', () => {
    const taken = { yuan: 10, accepted: true, bonusCoins: 5 } as const;
    const refused = { yuan: 100, accepted: false, bonusCoins: 0 } as const;
    expect(notesWith([taken, refused], [{ yuan: 100, bonusCoins: 30 }])).toEqual([
      { ...taken, bonusCoins: 0 },
      { ...refused, bonusCoins: 30 },
    ]);
  });
});

describe('the price list of a machine', () => {
  const listed = (rules: Partial<PriceRules>, things: readonly string[] = pricedThings) =>
    priceListOf(rulesOf(rules), { deviceId: 'm1', at: monday, sells: (thing) => things.includes(thing) });

  it('has what is sold there now or later, the recommended one first', () => {
    const rules = {
      packages: [
        aPackage({ id: 'a', name: 'cheap' }),
        aPackage({ id: 'b', name: 'best', recommended: true }),
        aPackage({ id: 'c', name: 'off', active: false }),
        aPackage({ id: 'd', name: 'over', toDay: '2026-11-15' }),
        aPackage({ id: 'e', name: 'soon', fromDay: '2026-11-17' }),
      ],
      discounts: [aDiscount(), aDiscount({ id: 'e', name: 'over', toDay: '2026-11-15' })],
    };
    expect(listed(rules).packages.map(({ name }) => name)).toEqual(['best', 'cheap', 'soon']);
    expect(listed(rules).discounts.map(({ name }) => name)).toEqual(['Evening']);
    expect(listed(rules, ['stored']).packages).toEqual([]);
    expect(listed({ discounts: [aDiscount({ things: ['play'] })] }, ['stored']).discounts).toEqual([]);
  });

  it('has the machine’s own packages in place of the site’s, by kind', () => {
    const packages = [
      aPackage({ id: 'site', name: 'site' }),
      aPackage({ id: 'own', name: 'own', deviceId: 'm1' }),
      aPackage({ id: 'theirs', name: 'theirs', deviceId: 'm2' }),
      aPackage({ id: 'stored', name: 'stored', kind: 'stored' }),
    ];
    expect(listed({ packages }).packages.map(({ name }) => name)).toEqual(['own', 'stored']);
  });
});
