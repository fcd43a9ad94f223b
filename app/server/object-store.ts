import type { Config } from '#kit/server/config.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import type { ObjectStore } from '#providers/storage/client.ts';
import { createDiskStore } from '#providers/storage/disk.ts';

/** Where uploaded and archived files lie, as the configuration says. */
export async function createObjectStore(
  config: Pick<Config, 'storage' | 'publicUrl'>,
  secrets: Pick<Secrets, 'uploadSecret'>,
  now: () => number,
): Promise<ObjectStore> {
  if (config.storage.kind === 's3')
    // the SDK is heavy, and most run without it
    return (await import('#providers/storage/s3.ts')).createS3Store(config.storage);
  return createDiskStore(config.storage.folder, {
    uploadBaseUrl: `${config.publicUrl ?? ''}/upload`,
    secret: secrets.uploadSecret,
    now,
  });
}
