import { afterAll, beforeAll, expect, it } from 'vitest';
import { sourceRoot } from '#app/server/source-root.ts';
import { type Migration, migrate, readMigrations } from '../migrate.ts';
import { StartupError } from '../startup-error.ts';
import { startTestServer, type TestServer } from '../testing/harness.ts';

let server: TestServer;
const migrations = readMigrations(sourceRoot);
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const run = (list: readonly Migration[]) => migrate(server.services.db, list);
const failure = async (list: readonly Migration[]) => {
  const error = await run(list).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(StartupError);
  return error as StartupError;
};

it('does nothing to a database that is up to date', async () => {
  expect(await run(migrations)).toEqual([]);
});

it('applies what is new, once, even when two servers start together', async () => {
  const added = { name: '20991231-01-extra.sql', sql: 'create table extra (id int)', hash: 'x' };
  const results = await Promise.all([run([...migrations, added]), run([...migrations, added])]);
  expect(results.flat()).toEqual([added.name]);
});

it('leaves nothing of a migration that fails', async () => {
  const broken = {
    name: '20991231-02-broken.sql',
    sql: 'create table half (id int); select no_such_function()',
    hash: 'y',
  };
  const known = { name: '20991231-01-extra.sql', sql: '', hash: 'x' };
  await expect(run([...migrations, known, broken])).rejects.toThrow();
  const found = await server.services.db.raw`select to_regclass('half') as table`;
  expect(found[0]?.table).toBeNull();
});

it('refuses a database of a newer version, and a migration that was changed after it ran', async () => {
  expect((await failure(migrations)).text('en-us')).toContain('newer version');
  const known = { name: '20991231-01-extra.sql', sql: '', hash: 'changed' };
  expect((await failure([...migrations, known])).text('zh-cn')).toContain('被修改');
});
