import { sql } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import type { Choice } from '../rules/choice-rules.ts';
import { briefingChoices } from '../tables.ts';

interface Person {
  tenantId: string;
  userId: string;
}

export async function findChoice(reader: Reader, { tenantId, userId }: Person): Promise<Choice | undefined> {
  const [found] = await find(reader, tenantScope(tenantId), briefingChoices, { userId });
  return found && { periods: found.periods, ways: found.ways };
}

/** What people of an organisation chose, by their ids. */
export async function choicesIn(reader: Reader, tenantId: string): Promise<Map<string, Choice>> {
  const found = await find(reader, tenantScope(tenantId), briefingChoices, {});
  return new Map(found.map(({ userId, periods, ways }) => [userId, { periods, ways }]));
}

const arrayOf = (values: readonly string[]) => sql`${`{${values.join(',')}}`}::text[]`;

export async function storeChoice(
  tx: Tx,
  { tenantId, userId }: Person,
  { periods, ways }: Choice,
): Promise<void> {
  await tx.execute(sql`
    insert into briefing_choice (tenant_id, user_id, periods, ways)
    values (${tenantId}, ${userId}, ${arrayOf(periods)}, ${arrayOf(ways)})
    on conflict (tenant_id, user_id) do update set periods = excluded.periods, ways = excluded.ways`);
}
