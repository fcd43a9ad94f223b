import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { writeLimit } from './server/limit-queries.ts';

const givenBefore = readFileSync(
  new URL('./migrations/20261130-13-given-before.sql', import.meta.url),
  'utf8',
);

const part: DemoPart = {
  // after everybody who writes gifts
  order: 990,
  seed: async (tx) => {
    await tx.execute(sql.raw(givenBefore));
    const roleId = demoId(`role:${demoTenants.merchant}:manager`);
    await writeLimit(tx, demoTenants.merchant, roleId, { perDayFen: 60_000, aloneFen: 20_000 });
  },
};
export default part;
