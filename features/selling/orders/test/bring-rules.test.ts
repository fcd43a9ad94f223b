import { expect, test } from 'vitest';
import { createRandom } from '#simulators/devices/random.ts';
import { whatToBring } from '../rules/bring-rules.ts';

const own = (available: number) => ({ cash: false, available });
const cash = (available: number) => ({ cash: true, available });
const amounts = (brought: ReturnType<typeof whatToBring>) =>
  brought.map(({ from, amount }) => [from.cash ? 'cash' : 'own', amount]);

test('nothing moves where nothing lacks, however much there is elsewhere', () => {
  expect(whatToBring({ amount: 100, cashMost: 100 }, [cash(40), own(60)], [cash(500), own(500)])).toEqual([]);
});

test('what lacks comes from value bought with cash first, then from the fullest of the others', () => {
  const brought = whatToBring({ amount: 100, cashMost: 100 }, [own(10)], [own(20), cash(30), own(70)]);
  expect(amounts(brought)).toEqual([
    ['cash', 30],
    ['own', 60],
  ]);
});

test('nothing moves where all of it would not be enough', () => {
  expect(whatToBring({ amount: 100, cashMost: 100 }, [own(10)], [cash(30), own(59)])).toEqual([]);
});

test('a later try brings no more value bought with cash than the first one had decided', () => {
  const brought = whatToBring({ amount: 100, cashMost: 20 }, [cash(5), own(10)], [cash(90), own(90)]);
  expect(amounts(brought)).toEqual([
    ['cash', 15],
    ['own', 70],
  ]);
  expect(whatToBring({ amount: 100, cashMost: 0 }, [own(10)], [cash(500), own(89)])).toEqual([]);
});

test('whatever stands where, an order that can be paid is paid to the fen and nothing is overdrawn', () => {
  const random = createRandom('bring');
  for (let turn = 0; turn < 2000; turn++) {
    const purse = () => ({ cash: random.chance(0.5), available: random.int(0, 50) });
    const here = [cash(random.int(0, 50)), own(random.int(0, 50))];
    const elsewhere = Array.from({ length: random.int(0, 5) }, purse);
    const amount = random.int(1, 200);
    const cashMost = random.chance(0.5) ? amount : random.int(0, amount);
    const sum = (purses: typeof here, which: boolean) =>
      purses.reduce((total, one) => (one.cash === which ? total + one.available : total), 0);
    const most = Math.min(cashMost, sum(here, true) + sum(elsewhere, true));
    const enough = most + sum(here, false) + sum(elsewhere, false) >= amount;
    const brought = whatToBring({ amount, cashMost }, here, elsewhere);
    for (const { from, amount: part } of brought) {
      expect(part).toBeGreaterThan(0);
      expect(part).toBeLessThanOrEqual(from.available);
    }
    expect(new Set(brought.map(({ from }) => from)).size).toBe(brought.length);
    const gained = (which: boolean) =>
      brought.reduce((total, { from, amount: part }) => (from.cash === which ? total + part : total), 0);
    const payable =
      Math.min(cashMost, sum(here, true) + gained(true)) + sum(here, false) + gained(false) >= amount;
    expect(payable).toBe(enough);
  }
});
