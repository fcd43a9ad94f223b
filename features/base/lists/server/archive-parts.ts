import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { TransactionSql } from 'postgres';
import { firstIdAt, newId } from '#kit/kernel/ids.ts';
import type { Database } from '#kit/server/database.ts';
import type { ObjectStore } from '#providers/storage/client.ts';
import { archiveRules, oldBefore } from '../rules/archive-rules.ts';

export interface Archive {
  db: Database;
  storage: ObjectStore;
  now: Date;
}

interface Part {
  name: string;
  table: string;
  fromId: string | null;
  toId: string;
}

export interface StoredPart extends Part {
  fileKey: string;
  manifestKey: string;
  rows: number;
  rowSum: string;
  fileBytes: number;
  sha256: string;
  storedAt: string;
  restoredAt: string | null;
}

/** Why a part stays where it is, or can not be brought back; for people, on a terminal. */
export class ArchiveRefusal extends Error {}

const asText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const storedColumns = `name, table_name as "table", from_id as "fromId", to_id as "toId", file_key as "fileKey",
  manifest_key as "manifestKey", rows::int as rows, row_sum as "rowSum", file_bytes::int as "fileBytes", sha256,
  ${asText('stored_at')} as "storedAt", ${asText('restored_at')} as "restoredAt"`;

export const listStored = ({ db }: Pick<Archive, 'db'>): Promise<StoredPart[]> =>
  db.raw.unsafe<StoredPart[]>(`select ${storedColumns} from archived_part order by table_name, to_id`);

/** Parts of which nothing is younger than the rules want. */
export async function listOld({ db, now }: Pick<Archive, 'db' | 'now'>): Promise<Part[]> {
  const parts = await db.raw<Part[]>`
    select name, table_name as "table", from_id as "fromId", to_id as "toId" from id_partition
    where not is_rest and to_id <= ${firstIdAt(oldBefore(now))} order by table_name, to_id`;
  return parts.filter(({ table }) => table in archiveRules);
}

/** What a part holds, however its rows lie: the same before it left and after it came back. */
async function weigh(tx: TransactionSql, part: string): Promise<{ rows: number; rowSum: string }> {
  const [found] = await tx.unsafe<{ rows: number; rowSum: string }[]>(
    `select count(*)::int as rows, coalesce(sum(hashtextextended(p::text, 0)::numeric), 0)::text as "rowSum" from "${part}" p`,
  );
  return found as { rows: number; rowSum: string };
}

const rowsAtOnce = 2000;
/** As PostgreSQL reads it: nothing between commas is null, everything else stands in quotes. */
const cell = (value: string | null) => (value === null ? '' : `"${value.replaceAll('"', '""')}"`);

/** A part as CSV. Not by COPY: the driver's stream stops for good when its reader is slower at the end. */
async function* linesOf(tx: TransactionSql, part: string, key: string): AsyncGenerator<string> {
  const columns = await tx<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = ${part}::regclass and attnum > 0 and not attisdropped
    order by attnum`;
  yield `${columns.map(({ name }) => name).join(',')}\n`;
  const texts = columns.map(({ name }) => `"${name}"::text`).join(', ');
  const found = tx.unsafe(`select ${texts} from "${part}" order by ${key}`).values().cursor(rowsAtOnce);
  for await (const rows of found)
    yield `${(rows as (string | null)[][]).map((row) => row.map(cell).join(',')).join('\n')}\n`;
}

/** Counts and hashes what flows by. */
function gauge() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ sha256: hash.digest('hex'), fileBytes: bytes }) };
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'coinyard-archive-'));
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

async function fetchFile({ storage }: Pick<Archive, 'storage'>, part: StoredPart, file: string) {
  const object = await storage.open(part.fileKey);
  if (!object) throw new ArchiveRefusal(`${part.fileKey} is not in the store`);
  const { stream, result } = gauge();
  await pipeline(object.body, stream, createWriteStream(file));
  const found = result();
  if (found.sha256 !== part.sha256)
    throw new ArchiveRefusal(
      `${part.fileKey} is not what was stored: ${found.sha256} instead of ${part.sha256}`,
    );
}

/**
 * An old part goes to a file of the store, with a manifest beside it, and leaves the database. The file has been read
 * back and compared before the transaction ends; whatever fails, the part stays.
 */
export async function storePart(archive: Archive, name: string): Promise<StoredPart> {
  const { db, storage, now } = archive;
  const part = (await listOld(archive)).find((old) => old.name === name);
  if (!part) throw new ArchiveRefusal(`${name} is no old part of a table that may be archived`);
  const rule = archiveRules[part.table] as (typeof archiveRules)[string];
  return inFolder((folder) =>
    db.raw.begin(async (tx) => {
      await tx`set local lock_timeout = '10s'`;
      await tx.unsafe(`lock table "${name}" in share mode`);
      const [forbidden] = rule.forbids
        ? await tx.unsafe<{ why: string }[]>(rule.forbids(`"${name}"`), [oldBefore(now).toISOString()])
        : [];
      if (forbidden) throw new ArchiveRefusal(`${name} is still needed: ${forbidden.why}`);
      const file = join(folder, 'part.csv.gz');
      const { stream, result } = gauge();
      await pipeline(linesOf(tx, name, rule.key), createGzip(), stream, createWriteStream(file));
      const base = `archive/${part.table}/${name}-${newId(now.getTime())}`;
      const stored: StoredPart = {
        ...part,
        fileKey: `${base}.csv.gz`,
        manifestKey: `${base}.json`,
        ...(await weigh(tx, name)),
        ...result(),
        storedAt: now.toISOString(),
        restoredAt: null,
      };
      await storage.put(stored.fileKey, createReadStream(file), {
        contentType: 'application/gzip',
        sizeBytes: (await stat(file)).size,
      });
      await storage.put(stored.manifestKey, Buffer.from(`${JSON.stringify(stored, null, 2)}\n`), {
        contentType: 'application/json',
      });
      await fetchFile(archive, stored, join(folder, 'again.csv.gz'));
      await tx.unsafe(`alter table "${part.table}" detach partition "${name}"`);
      await tx.unsafe(`drop table "${name}"`);
      await note(tx, stored);
      return stored;
    }),
  ) as Promise<StoredPart>;
}

async function note(tx: TransactionSql, part: StoredPart): Promise<void> {
  await tx`
    insert into archived_part (name, table_name, from_id, to_id, file_key, manifest_key, rows, row_sum, file_bytes, sha256,
      stored_at)
    values (${part.name}, ${part.table}, ${part.fromId}, ${part.toId}, ${part.fileKey}, ${part.manifestKey}, ${part.rows},
      ${part.rowSum}, ${part.fileBytes}, ${part.sha256}, ${part.storedAt})
    on conflict (name) do update set file_key = excluded.file_key, manifest_key = excluded.manifest_key,
      rows = excluded.rows, row_sum = excluded.row_sum, file_bytes = excluded.file_bytes, sha256 = excluded.sha256,
      stored_at = excluded.stored_at, restored_at = null`;
}

async function findStored({ db }: Pick<Archive, 'db'>, name: string): Promise<StoredPart> {
  const part = (await listStored({ db })).find((stored) => stored.name === name);
  if (!part) throw new ArchiveRefusal(`${name} was never archived`);
  return part;
}

/** The part is a part of its table again, with the same rows; the file stays where it is. */
export async function restorePart(archive: Archive, name: string): Promise<StoredPart> {
  const part = await findStored(archive, name);
  if (part.restoredAt) throw new ArchiveRefusal(`${name} is in the database already`);
  return inFolder(async (folder) => {
    const file = join(folder, 'part.csv.gz');
    await fetchFile(archive, part, file);
    await archive.db.raw.begin(async (tx) => {
      await tx`set local lock_timeout = '10s'`;
      await tx.unsafe(
        `create table "${name}" (like "${part.table}" including defaults including constraints)`,
      );
      const rows = await tx.unsafe(`copy "${name}" from stdin (format csv, header match)`).writable();
      await pipeline(createReadStream(file), createGunzip(), rows);
      const found = await weigh(tx, name);
      if (found.rows !== part.rows || found.rowSum !== part.rowSum)
        throw new ArchiveRefusal(`${name} has other rows than it had: ${found.rows} instead of ${part.rows}`);
      const from = part.fromId ? `'${part.fromId}'` : 'minvalue';
      await tx.unsafe(
        `alter table "${part.table}" attach partition "${name}" for values from (${from}) to ('${part.toId}')`,
      );
      await tx`update archived_part set restored_at = ${archive.now.toISOString()} where name = ${name}`;
    });
    return findStored(archive, name);
  });
}

/** The rows of an archived part as CSV, without bringing it back; checked before a line is given out. */
export async function readPart(
  archive: Pick<Archive, 'db' | 'storage'>,
  name: string,
  out: NodeJS.WritableStream,
): Promise<void> {
  const part = await findStored(archive, name);
  await inFolder(async (folder) => {
    const file = join(folder, 'part.csv.gz');
    await fetchFile(archive, part, file);
    await pipeline(createReadStream(file), createGunzip(), out, { end: false });
  });
}
