import { describe, expect, it } from 'vitest';
import { allOrNone, createGatherer } from './gatherer.ts';

const never = 1_000_000;

describe('a gatherer', () => {
  it('hands on together what came together, in order, and one lot after another', async () => {
    const lots: number[][] = [];
    let busy = false;
    const { add, drain } = createGatherer<number, void>({
      gatherMs: 1,
      maxSize: 3,
      run: allOrNone(async (items) => {
        expect(busy).toBe(false);
        busy = true;
        await Promise.resolve();
        lots.push([...items]);
        busy = false;
      }),
    });
    const added = [1, 2, 3, 4].map((item) => add(item));
    await drain();
    await Promise.all(added);
    expect(lots).toEqual([[1, 2, 3], [4]]);
  });

  it('gives each caller the outcome of its own item', async () => {
    const { add } = createGatherer<number, number>({
      gatherMs: 1,
      maxSize: 10,
      run: async (items) =>
        items.map((item) => (item < 0 ? { error: new Error(`not ${item}`) } : { result: item * 2 })),
    });
    const outcomes = await Promise.allSettled([1, -1, 3].map((item) => add(item)));
    expect(outcomes).toMatchObject([
      { value: 2 },
      { reason: expect.objectContaining({ message: 'not -1' }) },
      { value: 6 },
    ]);
  });

  it('tells each caller of a lot that failed, or that left it out, and goes on', async () => {
    const { add } = createGatherer<string, void>({
      gatherMs: 1,
      maxSize: 1,
      run: async ([item]) => {
        if (item === 'bad') throw new Error('no');
        return item === 'lost' ? [] : [{ result: undefined }];
      },
    });
    await expect(add('bad')).rejects.toThrow('no');
    await expect(add('lost')).rejects.toThrow('without an outcome');
    await expect(add('good')).resolves.toBeUndefined();
  });

  it('does not wait for company when somebody is in a hurry, when the lot is full, or when it is drained', async () => {
    const lots: string[][] = [];
    const { add, drain } = createGatherer<string, void>({
      gatherMs: never,
      maxSize: 3,
      run: allOrNone(async (items) => {
        lots.push([...items]);
      }),
    });
    const patient = add('patient');
    await add('hurried', 0);
    await patient;
    await Promise.all([add('one'), add('two'), add('three')]);
    const last = add('last');
    await drain();
    await last;
    expect(lots).toEqual([['patient', 'hurried'], ['one', 'two', 'three'], ['last']]);
  });
});
