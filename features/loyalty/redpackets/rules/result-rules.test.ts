import { expect, it } from 'vitest';
import { type Group, judgeIncome, judgeVisits } from './result-rules.ts';

const group = (people: number, comers: number, eachFen = 1000): Group => ({
  ...{ people, comers, visits: comers },
  incomeFen: comers * eachFen,
  squareFen: comers * eachFen * eachFen,
});

it('says nothing of few people', () => {
  expect(judgeVisits(group(400, 100), group(19, 1))).toEqual({ verdict: 'tooFew', chance: null });
  expect(judgeVisits(group(400, 4), group(40, 0))).toEqual({ verdict: 'tooFew', chance: null });
  expect(judgeIncome(group(400, 100), group(19, 1))).toEqual({ verdict: 'tooFew', chance: null });
});

it('calls equal groups chance', () => {
  expect(judgeVisits(group(950, 190), group(50, 10)).verdict).toBe('chance');
  expect(judgeIncome(group(950, 190), group(50, 10)).verdict).toBe('chance');
});

it('sees a difference that chance hardly makes, in its direction', () => {
  const more = judgeVisits(group(900, 450), group(100, 20));
  expect(more.verdict).toBe('more');
  expect(more.chance).toBeLessThan(100);
  expect(judgeVisits(group(900, 90), group(100, 40)).verdict).toBe('less');
  expect(judgeIncome(group(900, 450), group(100, 20)).verdict).toBe('more');
  expect(judgeIncome(group(900, 90), group(100, 40)).verdict).toBe('less');
});

it('is the exact test: the chances of all numbers that are no likelier than this one, added up', () => {
  // 60 came of 900 + 100 people, 3 of them of the smaller group
  const choose = (k: number): number => (k === 0 ? 1 : (choose(k - 1) * (61 - k)) / k);
  const chances = Array.from({ length: 61 }, (_, k) => choose(k) * 0.1 ** k * 0.9 ** (60 - k));
  const asFar = chances.filter((chance) => chance <= (chances[3] as number) * (1 + 1e-7));
  const exact = asFar.reduce((sum, chance) => sum + chance, 0);
  expect(judgeVisits(group(900, 57), group(100, 3)).chance).toBe(Math.round(exact * 10_000));
});

it('agrees with dealing the same people into two groups many times', () => {
  const paid = Array.from({ length: 300 }, (_, place) => (place % 3 === 0 ? 500 + (place % 7) * 300 : 0));
  const groupOf = (amounts: readonly number[]): Group => ({
    people: amounts.length,
    comers: amounts.filter((fen) => fen > 0).length,
    visits: 0,
    incomeFen: amounts.reduce((sum, fen) => sum + fen, 0),
    squareFen: amounts.reduce((sum, fen) => sum + fen * fen, 0),
  });
  // the smaller group are the first forty of those who paid less often
  const order = paid.toSorted((one, other) => (one === 0 ? 0 : 1) - (other === 0 ? 0 : 1));
  const held = [...order.slice(0, 33), ...order.slice(-7)];
  const shown = order.slice(33, -7);
  const said = judgeIncome(groupOf(shown), groupOf(held)).chance as number;
  const off = Math.abs(groupOf(held).incomeFen - (groupOf(paid).incomeFen * 40) / 300);
  let seed = 11;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const deals = 4000;
  let asFar = 0;
  for (let deal = 0; deal < deals; deal++) {
    const rest = [...paid];
    let sum = 0;
    for (let taken = 0; taken < 40; taken++) {
      const [one = 0] = rest.splice(Math.floor(random() * rest.length), 1);
      sum += one;
    }
    if (Math.abs(sum - (groupOf(paid).incomeFen * 40) / 300) >= off) asFar += 1;
  }
  expect(Math.abs(said / 10_000 - asFar / deals)).toBeLessThan(0.02);
});
