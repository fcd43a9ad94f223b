import { and, eq, inArray, isNull } from 'drizzle-orm';
import { pick } from '#kit/kernel/pick.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Database } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows } from '#kit/server/tables.ts';
import { deviceIdentities, devices } from '../tables.ts';
import type { DeviceRef } from './device-facts.ts';

/** A controller that exists, and whose it is. */
export interface DirectoryEntry {
  code: string;
  type: DeviceType;
  generation: number;
  blocked: boolean;
  /** absent while nobody has claimed it */
  device: DeviceRef | undefined;
}

export interface DeviceDirectory {
  /** undefined: no such controller was ever made */
  find(code: string): Promise<DirectoryEntry | undefined>;
  /** from now on entries are remembered until the database says that they changed; `before` is the one forgotten */
  remember(onChanged: (code: string, before: DirectoryEntry | undefined) => void): Promise<void>;
}

const channel = 'device_directory';
const rememberedEntries = 200_000;

function createDirectory(db: Database): DeviceDirectory {
  const known = new Map<string, DirectoryEntry | undefined>();
  let listening = false;
  /** codes asked for in the same moment are read together: a whole fleet may say hello at once */
  let gathering: { codes: Set<string>; found: Promise<Map<string, DirectoryEntry>> } | undefined;
  /** grows with every change, so that what was read before one is not kept after it */
  let changes = 0;

  function readSoon(code: string): Promise<Map<string, DirectoryEntry>> {
    if (!gathering) {
      const codes = new Set<string>();
      const found = Promise.resolve().then(async () => {
        gathering = undefined;
        const before = changes;
        const entries = await selectEntries(db, [...codes]);
        if (listening && before === changes) {
          if (known.size > rememberedEntries) known.clear();
          for (const asked of codes) known.set(asked, entries.get(asked));
        }
        return entries;
      });
      gathering = { codes, found };
    }
    gathering.codes.add(code);
    return gathering.found;
  }

  return {
    async find(code) {
      if (known.has(code)) return known.get(code);
      return (await readSoon(code)).get(code);
    },
    async remember(onChanged) {
      await db.listen(
        channel,
        (code) => {
          changes += 1;
          const before = known.get(code);
          known.delete(code);
          onChanged(code, before);
        },
        () => {
          // what was said while the connection was away is lost
          changes += 1;
          known.clear();
        },
      );
      listening = true;
    },
  };
}

async function selectEntries(db: Database, codes: string[]): Promise<Map<string, DirectoryEntry>> {
  const device = rows(platformScope, devices);
  const found = await db.read
    .select({
      ...pick(deviceIdentities, 'code', 'type', 'generation', 'blockedAt'),
      tenantId: device.tenantId,
      deviceId: device.id,
      siteId: device.siteId,
    })
    .from(deviceIdentities)
    .leftJoin(device, and(eq(device.code, deviceIdentities.code), isNull(device.unboundAt)))
    .where(inArray(deviceIdentities.code, codes));
  return new Map(
    found.map(({ code, type, generation, blockedAt, tenantId, deviceId, siteId }) => [
      code,
      {
        code,
        type,
        generation,
        blocked: blockedAt !== null,
        device: tenantId && deviceId && siteId ? { tenantId, deviceId, siteId, code, type } : undefined,
      },
    ]),
  );
}

const directories = new WeakMap<Services, DeviceDirectory>();

export function directoryOf(services: Services): DeviceDirectory {
  let directory = directories.get(services);
  if (!directory) {
    directory = createDirectory(services.db);
    directories.set(services, directory);
  }
  return directory;
}
