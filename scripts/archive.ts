/**
 * `npm run archive -- list | store [part] | restore <part> | read <part>`: old parts of large tables leave the database for
 * files of the object store and come back. `store` without a name takes every part that is old enough. Runs beside a server.
 */
import { createObjectStore } from '#app/server/object-store.ts';
import {
  type Archive,
  ArchiveRefusal,
  listOld,
  listStored,
  readPart,
  restorePart,
  storePart,
} from '#features/base/lists/server/public.ts';
import { loadConfig } from '#kit/server/config.ts';
import { loadSecrets } from '#kit/server/secrets.ts';
import { runCommand, withDatabase } from './open-installation.ts';

const [verb = 'list', name] = process.argv.slice(2);

async function list(archive: Archive): Promise<void> {
  const [old, stored] = [await listOld(archive), await listStored(archive)];
  if (old.length + stored.length === 0)
    console.log('no part is old enough to be stored, and none is in the store');
  for (const part of old) console.log(`${part.name}  in the database, may be stored`);
  for (const part of stored) {
    const where = part.restoredAt ? `restored ${part.restoredAt}` : 'in the store';
    console.log(
      `${part.name}  ${where}: ${part.rows} rows, ${part.fileBytes} bytes, ${part.fileKey}, sha256 ${part.sha256}`,
    );
  }
}

async function store(archive: Archive): Promise<void> {
  const names = name ? [name] : (await listOld(archive)).map((part) => part.name);
  for (const one of names) {
    const part = await storePart(archive, one);
    console.log(`${part.name}: ${part.rows} rows in ${part.fileKey}`);
  }
}

async function restore(archive: Archive, part: string): Promise<void> {
  const { rows } = await restorePart(archive, part);
  console.log(`${part}: ${rows} rows are back`);
}

const verbs: Record<string, (archive: Archive) => Promise<void>> = {
  list,
  store,
  ...(name && {
    restore: (archive: Archive) => restore(archive, name),
    read: (archive: Archive) => readPart(archive, name, process.stdout),
  }),
};

await runCommand(async () => {
  const work = verbs[verb];
  if (!work) {
    console.error('npm run archive -- list | store [part] | restore <part> | read <part>');
    process.exitCode = 2;
    return;
  }
  const config = loadConfig();
  const now = new Date();
  const storage = await createObjectStore(config, await loadSecrets(config.dataDir), () => now.getTime());
  try {
    await withDatabase(config, (db) => work({ db, storage, now }));
  } catch (error) {
    if (!(error instanceof ArchiveRefusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
});
