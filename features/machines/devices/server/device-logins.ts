import { asc } from 'drizzle-orm';
import type { DeviceSecret } from '#kit/protocol/signing.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { deviceIdentities } from '../tables.ts';
import { deviceSecret } from './device-keys.ts';

/** What every controller logs in with: for simulated fleets and for brokers that keep a password file. */
export async function listDeviceLogins(
  reader: Reader,
  secrets: Secrets,
): Promise<{ code: string; type: DeviceType; model: string; secret: DeviceSecret }[]> {
  const identities = await reader.select().from(deviceIdentities).orderBy(asc(deviceIdentities.code));
  return identities
    .filter(({ blockedAt }) => blockedAt === null)
    .map(({ code, type, model, generation }) => ({
      code,
      type,
      model,
      secret: deviceSecret(secrets, code, generation),
    }));
}
