import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { writeLimit } from './server/limit-queries.ts';

const statementOf = (migration: string) =>
  readFileSync(new URL(`./migrations/${migration}`, import.meta.url), 'utf8');
const givenBefore = ['20261130-13-given-before.sql', 'm0011-given-tasks.sql'].map(statementOf);

const part: DemoPart = {
  // after everybody who writes gifts
  order: 990,
  seed: async (tx) => {
    for (const statement of givenBefore) await tx.execute(sql.raw(statement));
    const roleId = demoId(`role:${demoTenants.merchant}:manager`);
    await writeLimit(tx, demoTenants.merchant, roleId, { perDayFen: 60_000, aloneFen: 20_000 });
  },
};
export default part;
