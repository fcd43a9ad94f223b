import { expect, it } from 'vitest';
import { DatabaseGate, type Rank } from '../database-gate.ts';

it('while turns are short, answers of machines go before changes, and changes before looks; each in the order they came', async () => {
  const gate = new DatabaseGate({ turns: 1 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, rank?: Rank) =>
    gate.run((turn) => {
      turn.begin();
      begun.push(name);
      return new Promise<void>((end) => ends.push(end));
    }, rank && { rank });
  const all = [
    ask('first'),
    ask('look 1'),
    ask('change 1', 'change'),
    ask('look 2', 'look'),
    ask('own 1', 'own'),
    ask('change 2', 'change'),
    ask('own 2', 'own'),
  ];
  for (const asked of all) {
    ends.shift()?.();
    await Promise.race([asked, Promise.any(all)]);
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  expect(begun).toEqual(['first', 'own 1', 'own 2', 'change 1', 'change 2', 'look 1', 'look 2']);
});
