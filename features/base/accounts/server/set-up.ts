import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { userTypes } from '#kit/server/session.ts';
import { find } from '#kit/server/tables.ts';
import { users } from '../tables.ts';
import { keyedHash } from './keyed-hash.ts';

/** Of two who set up at once, one after the other. */
export async function lockSetup(tx: Tx): Promise<void> {
  await holdName(tx, 'first administrator');
}

/** Shown in the terminal only. It follows from the installation's secret, so every server process knows the same one. */
export function setupCode(services: Pick<Services, 'secrets'>): string {
  const digits = keyedHash(services.secrets, 'setup', 'administrator').replace(/[^A-Za-z0-9]/g, '');
  return (digits.toUpperCase().slice(0, 12).match(/.{4}/g) ?? []).join('-');
}

export async function setupNeeded(reader: Reader): Promise<boolean> {
  const found = await find(reader, platformScope, users, { userType: userTypes.platform, removedAt: null });
  return found.length === 0;
}
