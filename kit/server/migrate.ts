import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { featureFolders } from './feature-folders.ts';
import { holdingName } from './hold-names.ts';
import { startupError } from './startup-error.ts';

export interface Migration {
  name: string;
  sql: string;
  hash: string;
}

/** All migrations of the kit and the features, in the order of their file names: dates of before, then `m` and a number (CONTRIBUTING.md). */
export function readMigrations(root: string): Migration[] {
  const folders = [
    join(root, 'kit/server/migrations'),
    ...featureFolders(root).map(({ path }) => join(root, path, 'migrations')),
  ];
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.sql'))
        .map((file) => ({ folder, file })),
    )
    .sort((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ folder, file }) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      return { name: file, sql, hash: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Brings the database to this version in one transaction; several servers starting at once wait for each other. */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<string[]> {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  return await db.raw.begin(async (tx) => {
    await tx`select ${holdingName(tx, 'migrations')}`;
    await tx`create table if not exists migration (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`;
    const applied = await tx<{ name: string; hash: string }[]>`select name, hash from migration`;
    for (const { name, hash } of applied) {
      const mine = known.get(name);
      if (!mine) throw startupError('databaseNewer', { name });
      if (mine.hash !== hash) throw startupError('migrationChanged', { name });
    }
    const done = new Set(applied.map((row) => row.name));
    const added = migrations.filter((migration) => !done.has(migration.name));
    for (const migration of added) {
      await tx.unsafe(migration.sql);
      await tx`insert into migration (name, hash) values (${migration.name}, ${migration.hash})`;
    }
    return added.map((migration) => migration.name);
  });
}
