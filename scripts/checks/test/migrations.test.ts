import { expect, it } from 'vitest';
import { migrationProblems } from '../migrations.ts';

const dated = ['20261115-01-kit.sql', '20261130-82-union-id.sql'];
const problems = (...later: string[]) => migrationProblems([...dated, ...later], dated);

it('takes the dated names on record and numbered ones after them', () => {
  expect(problems()).toEqual([]);
  expect(problems('m0001-notes.sql', 'm0002-notes-by-site.sql')).toEqual([]);
});

it('takes only names that sort after every date', () => {
  expect([...dated, 'm0001-notes.sql', '20991231-99-far.sql'].toSorted().at(-1)).toBe('m0001-notes.sql');
});

it.each(['20261119-10-notes.sql', '20991231-10-notes.sql', 'm1-notes.sql', 'm0002_notes.sql', 'notes.sql'])(
  'refuses %s and says the next name',
  (name) => {
    expect(problems('m0001-first.sql', name)).toEqual([
      `${name} does not follow the rule: the next one is m0002-<name>.sql`,
    ]);
  },
);

it('refuses a number that is taken, one that leaves a gap, and zero', () => {
  expect(problems('m0001-a.sql', 'm0001-b.sql')).toEqual([
    'm0001-a.sql and m0001-b.sql have one number: who came later takes m0002',
  ]);
  expect(problems('m0001-a.sql', 'm0003-c.sql')).toEqual([
    'm0002 is left out: a new migration could later run before m0003-c.sql',
  ]);
  expect(problems('m0000-a.sql')).toEqual(['m0000-a.sql: numbers begin with m0001']);
});

it('misses a dated one that was renamed or thrown away', () => {
  expect(migrationProblems(['20261115-01-kit.sql'], dated)).toEqual([
    '20261130-82-union-id.sql is gone: a database that ran it would not start',
  ]);
});
