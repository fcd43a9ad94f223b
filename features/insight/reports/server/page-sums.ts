import { type SQL, sql } from 'drizzle-orm';
import type { Page } from '#kit/contract/schemas.ts';
import type { Reader } from '#kit/server/database.ts';
import { asPage } from '#kit/server/page-rows.ts';

/** One line of a report: what it is of (a place, a type, a day; '' is none of them), and its sums by name. */
export interface Sums {
  key: string;
  amounts: Partial<Record<string, number>>;
}

/** Weights by name: a sum that is asked for is made of those. */
export type Weights = Readonly<Record<string, number>>;

/** The sum of the weighted amounts of a line. */
export function weighted(weights: Weights): SQL {
  const cases = Object.entries(weights)
    .filter(([, weight]) => weight !== 0)
    .map(([name, weight]) => sql`when ${name} then ${weight}::int`);
  if (cases.length === 0) return sql`0::numeric`;
  return sql`sum(part.amount * case part.name ${sql.join(cases, sql` `)} else 0 end)`;
}

interface Asked {
  current: number;
  size: number;
  /** what lines are ranked by; those of which it is not known stand last, whichever way */
  rank: SQL;
  direction: 'asc' | 'desc';
  /** which lines at all */
  having?: SQL | undefined;
}

/**
 * A page of sums: the database adds up, sorts and counts, and hands out the lines of one page. `parts` are statements with
 * `key`, `name` and `amount`; equal lines stand in the order of their keys, so that pages do not overlap.
 */
export async function pageSums(
  reader: Reader,
  parts: readonly SQL[],
  { current, size, rank, direction, having }: Asked,
): Promise<Page<Sums>> {
  const found = await reader.execute<{ total: number; key: string | null; amounts: Sums['amounts'] }>(sql`
    with line as materialized (
      select part.key, jsonb_object_agg(part.name, part.amount) as amounts, ${rank} as rank
      from (
        select p.key, p.name, sum(p.amount) as amount
        from (${sql.join([...parts], sql` union all `)}) p (key, name, amount)
        group by 1, 2 having sum(p.amount) <> 0
      ) part
      group by part.key
      having ${having ?? sql`true`}
    )
    select (select count(*)::int from line) as total, page.key, page.amounts
    from (values (1)) as one
    left join lateral (
      select * from line order by rank ${sql.raw(direction)} nulls last, key
      limit ${size} offset ${(current - 1) * size}
    ) page on true`);
  const lines = [...found].flatMap(({ key, amounts }) => (key === null ? [] : [{ key, amounts }]));
  return asPage({ current, size }, lines, found[0]?.total ?? 0);
}
