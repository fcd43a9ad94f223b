import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { DemoPart } from '#kit/server/demo.ts';

const givenBefore = readFileSync(
  new URL('./migrations/20261130-13-given-before.sql', import.meta.url),
  'utf8',
);

const part: DemoPart = {
  // after everybody who writes gifts
  order: 990,
  seed: async (tx) => {
    await tx.execute(sql.raw(givenBefore));
  },
};
export default part;
