import { mkdir, open, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkObjectKey, type ObjectStore, StorageError } from './client.ts';
import { withSpooledFile } from './spool.ts';
import { signTemporaryUpload } from './temporary-upload.ts';

export interface DiskStoreOptions {
  /** Our own server's address that takes temporary uploads. */
  uploadBaseUrl: string;
  secret: string | Buffer;
  now?: () => number;
}

function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

const isAbsent = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');

function translated(error: unknown): unknown {
  switch (errorCode(error)) {
    // A name can not be both an object and the folder of others.
    case 'ENOTDIR':
    case 'EEXIST':
    case 'EISDIR':
    case 'ENOTEMPTY':
      return new StorageError('invalid_key');
    default:
      return error;
  }
}

/** Keys are checked segment by segment before they become paths, so none can lead out of the folder. */
export function createDiskStore(folder: string, options: DiskStoreOptions): ObjectStore {
  const objectPath = (key: string) => join(folder, key);
  const typePath = (key: string) => join(folder, '.types', key);
  const incoming = join(folder, '.incoming');

  return {
    async put(key, body, { contentType, sizeBytes }) {
      checkObjectKey(key);
      try {
        await withSpooledFile(incoming, body, sizeBytes, async (path) => {
          await mkdir(dirname(objectPath(key)), { recursive: true });
          await mkdir(dirname(typePath(key)), { recursive: true });
          await writeFile(typePath(key), contentType);
          await rename(path, objectPath(key));
        });
      } catch (error) {
        throw translated(error);
      }
    },

    async open(key, fromByte = 0) {
      checkObjectKey(key);
      const file = await open(objectPath(key)).catch((error: unknown) => {
        if (isAbsent(error)) return undefined;
        throw error;
      });
      if (!file) return undefined;
      const found = await file.stat();
      if (!found.isFile() || (fromByte > 0 && fromByte >= found.size)) {
        await file.close();
        return undefined;
      }
      const contentType = await readFile(typePath(key), 'utf8').catch(() => undefined);
      return {
        body: file.createReadStream({ start: fromByte }),
        sizeBytes: found.size - fromByte,
        contentType,
      };
    },

    async remove(key) {
      checkObjectKey(key);
      for (const path of [objectPath(key), typePath(key)]) {
        await rm(path, { force: true }).catch((error: unknown) => {
          if (!isAbsent(error)) throw translated(error);
        });
      }
    },

    async temporaryUpload(key, upload) {
      checkObjectKey(key);
      return signTemporaryUpload(key, upload, options);
    },

    async freeBytes() {
      await mkdir(folder, { recursive: true });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}
