import { expect, it } from 'vitest';
import { loaded, machineAlarm, stockWorth, unloaded, warehouseAfter } from '../rules/consequence-rules.ts';

it('the warehouse says what it has afterwards, and when it has not so many', () => {
  expect(warehouseAfter('in', 100, 20)?.params).toEqual({ after: 120 });
  expect(warehouseAfter('out', 100, 20)?.params).toEqual({ after: 80 });
  expect(warehouseAfter('out', 100, 120)).toEqual({
    text: 'gifts:consequence.notSoMany',
    params: { stock: 100 },
  });
  expect(warehouseAfter('correct', 100, 95)?.params).toEqual({ expected: 100, difference: 5 });
  expect(warehouseAfter('in', 100, undefined)).toBeUndefined();
});

it('loading says what is in the machine then and what is left', () => {
  const placement = { stock: 5, capacity: 30, warehouseStock: 100 };
  expect(loaded(placement, 20)?.params).toEqual({ after: 25, capacity: 30, left: 80 });
  expect(loaded(placement, 101)?.text).toBe('gifts:consequence.notSoMany');
  expect(loaded({ ...placement, capacity: null }, 20)).toBeUndefined();
  expect(unloaded(5, 2)?.params).toEqual({ after: 3 });
  expect(unloaded(5, 6)).toBeUndefined();
});

it('a gift says what its stock has cost, a machine which part is left at the alarm', () => {
  expect(stockWorth({ costFen: 1500, stock: 100 })?.params).toEqual({ stock: 100, worthFen: 1500_00 });
  expect(stockWorth({ costFen: 1500 })).toBeUndefined();
  expect(machineAlarm({ capacity: 30, alarmThreshold: 5 })?.params).toMatchObject({ percent: 17 });
});
