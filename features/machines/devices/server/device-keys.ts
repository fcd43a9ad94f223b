import { hkdfSync } from 'node:crypto';
import { type DeviceSecret, deriveDeviceSecret } from '#kit/protocol/signing.ts';
import type { Secrets } from '#kit/server/secrets.ts';

const masterKeys = new WeakMap<Secrets, Buffer>();

/** Nothing secret is stored per device: the same code and generation always give the same secret. */
export function deviceSecret(secrets: Secrets, code: string, generation: number): DeviceSecret {
  let master = masterKeys.get(secrets);
  if (!master) {
    master = Buffer.from(hkdfSync('sha256', secrets.fieldKey, '', 'coinyard device secrets', 32));
    masterKeys.set(secrets, master);
  }
  return deriveDeviceSecret(master, code, generation);
}
