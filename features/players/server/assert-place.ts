import { findDevice, findDeviceByCode } from '#features/devices/server/public.ts';
import { siteTerms } from '#features/sites/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function machineOf(reader: Reader, named: string) {
  if (!uuid.test(named)) return findDeviceByCode(reader, named);
  return findDevice(reader, platformScope, named).catch(() => undefined);
}

/**
 * Clients of the specification say at which machine and shop somebody logs in. Who it is does not depend on it, but a place
 * that is not there, or a machine that stands elsewhere, is a wrong label or a page gone wrong: nobody is logged in by it.
 */
export async function assertPlace(
  reader: Reader,
  { equipmentId, field }: { equipmentId?: string | undefined; field?: string | undefined },
): Promise<void> {
  const machine = equipmentId ? await machineOf(reader, equipmentId) : undefined;
  if (equipmentId && !machine) throw invalidField('equipmentId', 'players:error.noMachine');
  if (!field) return;
  const site = uuid.test(field) ? await siteTerms(reader, platformScope, field) : undefined;
  if (!site || (machine && machine.siteId !== field)) throw invalidField('field', 'players:error.noSite');
}
