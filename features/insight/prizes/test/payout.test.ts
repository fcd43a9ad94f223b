import { expect, it } from 'vitest';
import { addTakings, noTakings, payoutOf, type SpentThere, takingsAt } from '../rules/payout-rules.ts';

const spent = (some: Partial<SpentThere>): SpentThere => ({
  incomeFen: 0,
  coinSalesFen: 0,
  handCoins: 0,
  faceFen: 0,
  paidCoins: 0,
  ...some,
});
const prizes = { costFen: 3000, wins: 3, out: 3 };

it('coins count at what the site sold them for, by hand or from an account', () => {
  const takings = takingsAt(spent({ incomeFen: 2000, handCoins: 100, paidCoins: 20, faceFen: 10_000 }), {
    coins: 600,
    fen: 50_000,
  });
  expect(takings).toEqual({ incomeFen: 2000, coins: 120, coinsFen: 10_000, basis: 'sold' });
  expect(payoutOf(prizes, takings)).toEqual({
    incomeFen: 2000,
    coins: 120,
    coinFen: 83,
    coinsFen: 10_000,
    takenFen: 12_000,
    payoutRatio: 2500,
    payoutBasis: 'sold',
  });
});

it('coins that were sold at the machine into an account count where they are spent, and once', () => {
  const takings = takingsAt(spent({ incomeFen: 12_000, coinSalesFen: 10_000, paidCoins: 50 }), {
    coins: 100,
    fen: 10_000,
  });
  expect(payoutOf(prizes, takings)).toMatchObject({ incomeFen: 2000, coinsFen: 5000, takenFen: 7000 });
});

it('where a site sells none, coins thrown in are worth what the machine is set to', () => {
  const takings = takingsAt(spent({ handCoins: 40, faceFen: 4000 }), undefined);
  expect(payoutOf(prizes, takings)).toMatchObject({ coinFen: 100, payoutRatio: 7500, payoutBasis: 'set' });
});

it('says why there is no ratio, and makes none up', () => {
  const why = (some: Partial<SpentThere>, row = prizes) => {
    const { payoutRatio, payoutBasis } = payoutOf(row, takingsAt(spent(some), { coins: 0, fen: 500 }));
    expect(payoutRatio).toBeNull();
    return payoutBasis;
  };
  // coins from accounts have no face, so a machine's settings do not tell what all of them are worth
  expect(why({ incomeFen: 900, handCoins: 40, faceFen: 4000, paidCoins: 1 })).toBe('unknown');
  expect(why({ incomeFen: 900, handCoins: 40 })).toBe('unknown');
  expect(why({})).toBe('nothing');
  expect(why({ incomeFen: -500 })).toBe('nothing');
  expect(why({ incomeFen: 900 }, { costFen: 0, wins: 2, out: 0 })).toBe('noCost');
  expect(payoutOf(prizes, null)).toMatchObject({ takenFen: null, payoutRatio: null, payoutBasis: 'hidden' });
});

it('money alone is a ratio too, and nothing won is one of nothing', () => {
  const takings = takingsAt(spent({ incomeFen: 6000 }), undefined);
  expect(payoutOf(prizes, takings)).toMatchObject({ coinFen: null, payoutRatio: 5000, payoutBasis: 'money' });
  expect(payoutOf({ costFen: 0, wins: 0, out: 0 }, takings)).toMatchObject({ payoutRatio: 0 });
});

it('sites together are known as well as the least known of them', () => {
  const money = takingsAt(spent({ incomeFen: 100 }), undefined);
  const sold = takingsAt(spent({ handCoins: 10 }), { coins: 10, fen: 900 });
  const unknown = takingsAt(spent({ paidCoins: 3 }), undefined);
  expect([money, sold].reduce(addTakings, noTakings)).toEqual({
    incomeFen: 100,
    coins: 10,
    coinsFen: 900,
    basis: 'sold',
  });
  const set = takingsAt(spent({ handCoins: 5, faceFen: 500 }), undefined);
  expect(addTakings(sold, set)).toMatchObject({ coins: 15, coinsFen: 1400, basis: 'mixed' });
  expect([set, money, set].reduce(addTakings, noTakings).basis).toBe('set');
  expect(addTakings(sold, unknown)).toEqual({ incomeFen: 0, coins: 13, coinsFen: null, basis: 'unknown' });
});
