import type { Reader, Tx } from '#kit/server/database.ts';
import { run } from '#kit/server/row-statements.ts';

interface OwnTable {
  name: string;
  /** the columns of its primary key */
  key: string[];
}

/** Marks that are taken out within moments; members are looked at again with every joining. */
const left = ['visitor_due'];

/**
 * Tables come and go with features: whichever names a player in its rows, and does not keep one row for each player, is
 * the player's history. What is kept once for each (limits, figures) is for those to put together who keep it.
 */
async function historyTables(reader: Reader): Promise<OwnTable[]> {
  const found = await run(
    reader,
    `select t.relname, (
        select string_agg(k.attname, ',' order by k.attnum) from pg_index p
        join pg_attribute k on k.attrelid = p.indrelid and k.attnum = any(p.indkey)
        where p.indrelid = t.oid and p.indisprimary
      )
    from pg_class t join pg_namespace s on s.oid = t.relnamespace and s.nspname = 'public'
    join pg_attribute a on a.attrelid = t.oid and a.attname = 'player_id' and not a.attisdropped
    where t.relkind = 'r' and t.relname <> all($1::text[]) and not exists (
      select from pg_index u where u.indrelid = t.oid and u.indisunique and a.attnum = any(u.indkey)
    ) order by t.relname`,
    [`{${left.join(',')}}`],
  );
  return found.map(([name, key]) => ({ name: String(name), key: String(key).split(',') }));
}

const keyOf = ({ key }: OwnTable, alias: string) =>
  `jsonb_build_object(${key.map((column) => `'${column}', ${alias}."${column}"`).join(', ')})`;

interface Join {
  id: string;
  fromPlayer: string;
  intoPlayer: string;
}

/** Everything that names `from` names `into` from now on; it is written down which rows these were. True: there were some. */
export async function takeRows(tx: Tx, { id, fromPlayer, intoPlayer }: Join): Promise<boolean> {
  let some = false;
  for (const table of await historyTables(tx)) {
    const taken = await run(
      tx,
      `with taken as (
        update "${table.name}" r set player_id = $3 where r.player_id = $2 returning ${keyOf(table, 'r')} as row_key
      ) insert into player_join_row (join_id, table_name, row_key)
      select $1, '${table.name}', row_key from taken returning 1`,
      [id, fromPlayer, intoPlayer],
    );
    some ||= taken.length > 0;
  }
  return some;
}

/** The rows that were taken go back; what came about since stays. */
export async function returnRows(tx: Tx, { id, fromPlayer, intoPlayer }: Join): Promise<void> {
  for (const table of await historyTables(tx))
    await run(
      tx,
      `update "${table.name}" r set player_id = $2 from player_join_row j
      where j.join_id = $1 and j.table_name = '${table.name}' and j.row_key = ${keyOf(table, 'r')}
        and r.player_id = $3`,
      [id, fromPlayer, intoPlayer],
    );
}

export async function countTaken(reader: Reader, joinId: string): Promise<number> {
  const [found] = await run(
    reader,
    `select count(*)::int from player_join_row where join_id = $1 and table_name = 'orders'`,
    [joinId],
  );
  return Number(found?.[0] ?? 0);
}
