import { findPlayer, ownDataKeepers } from '#features/base/players/server/public.ts';
import { pageOwnerLines } from '#features/money/ledger/server/public.ts';
import { unauthorized } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import { run } from '#kit/server/row-statements.ts';
import type { Services } from '#kit/server/services.ts';
import { readPurses } from './money-queries.ts';

/**
 * Not about the person: how we recognise repeats, what a merchant pays us, which of its people did something, and what a
 * machine was told. What is sealed is readable to nobody outside the server.
 */
const left =
  /^(player_id|.*_hash|.*_sealed|sealed|fee_.*|kept_fee_.*|user_id|user_name|wallet_id|fulfilment|hold_id|cash_hold_id|command_id|request_id)$/;

const named = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Tables come and go with features: whichever has a column for the player is part of what is ours about the person. */
async function tablesOfPlayers(reader: Reader): Promise<{ table: string; columns: string[] }[]> {
  const found = await run(
    reader,
    `select c.table_name, array_to_string(array_agg(c.column_name::text order by c.ordinal_position), ',')
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and exists (
      select 1 from information_schema.columns p where p.table_schema = 'public'
        and p.table_name = c.table_name and p.column_name = 'player_id')
    group by c.table_name order by c.table_name`,
    [],
  );
  return found.map(([table, columns]) => ({ table: String(table), columns: String(columns).split(',') }));
}

const mostLines = 100_000;

export async function exportPlayer(reader: Reader, services: Services, playerId: string, now: Date) {
  const player = await findPlayer(reader, playerId);
  if (!player) throw unauthorized();
  const records: Record<string, Record<string, unknown>[]> = {};
  for (const { table, columns } of await tablesOfPlayers(reader)) {
    const shown = columns.filter((column) => !left.test(column));
    const rows = await run(
      reader,
      `select ${shown.map((column) => `to_jsonb("${column}")`).join(', ')} from "${table}" where player_id = $1 order by 1`,
      [playerId],
    );
    records[table] = rows.map((row) =>
      Object.fromEntries(shown.map((column, place) => [named(column), row[place]])),
    );
  }
  for (const { name, read } of ownDataKeepers(services)) records[name] = await read(reader, playerId);
  const owner = { ownerKind: 'player', ownerId: playerId } as const;
  const { lines } = await pageOwnerLines(reader, owner, ['fen', 'coin', 'point', 'ticket'], {
    limit: mostLines,
    offset: 0,
  });
  const { tokenGeneration: _, ...person } = player;
  return {
    exportedAt: now,
    player: person,
    records: {
      ...records,
      balances: await readPurses(reader, playerId),
      movements: lines.map(({ note: _note, ...line }) => line),
    },
  };
}
