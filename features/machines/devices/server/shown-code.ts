import { presenceSeen } from '#kit/protocol/signing.ts';
import type { Services } from '#kit/server/services.ts';
import { directoryOf } from './device-directory.ts';
import { deviceSecret } from './device-keys.ts';

/**
 * The window in which the machine showed this code on its screen; undefined: not lately, or never. A person who can say one
 * stands before the machine, or stood there a minute ago (docs/decisions/0034).
 */
export async function shownCodeWindow(
  services: Services,
  code: string,
  given: string,
): Promise<number | undefined> {
  const entry = await directoryOf(services).find(code);
  if (!entry || entry.blocked) return undefined;
  const secret = deviceSecret(services.secrets, code, entry.generation);
  return presenceSeen(secret, code, given, services.clock.now());
}
