import { expect, it } from 'vitest';
import { commandProblems } from '../commands.ts';

const commands = new Set(['lint', 'test:db', 'demo:reset']);
const problems = (text: string) => commandProblems([{ path: 'README.md', text }], commands);

it('names a command of a paper that is not there, with its line', () => {
  expect(problems('Run `npm run lint`.\n\nThen `npm run showroom:reset`.')).toEqual([
    'README.md:3: there is no npm run showroom:reset in package.json',
  ]);
});

it('reads a command with parameters, and knows what npm does by itself', () => {
  expect(problems('`npm run test:db -- features/money`, `npm test`, `npm ci`, npm runs on')).toEqual([]);
});
