import { siteTerms } from '#features/base/sites/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';

/** Where a machine stands, by its id or the code on it; undefined when there is no such machine. */
export type MachineFinder = (reader: Reader, named: string) => Promise<{ siteId: string } | undefined>;

const finders = new WeakMap<Services, MachineFinder>();

/** Called from the `start` of the feature of machines: players do not depend on it, it depends on them. */
export function provideMachineFinder(services: Services, finder: MachineFinder): void {
  finders.set(services, finder);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Clients of the specification say at which machine and shop somebody logs in. Who it is does not depend on it, but a place
 * that is not there, or a machine that stands elsewhere, is a wrong label or a page gone wrong: nobody is logged in by it.
 */
export async function assertPlace(
  { db, services }: { db: { read: Reader }; services: Services },
  { equipmentId, field }: { equipmentId?: string | undefined; field?: string | undefined },
): Promise<void> {
  const machine = equipmentId ? await finders.get(services)?.(db.read, equipmentId) : undefined;
  if (equipmentId && !machine) throw invalidField('equipmentId', 'players:error.noMachine');
  if (!field) return;
  const site = uuid.test(field) ? await siteTerms(db.read, platformScope, field) : undefined;
  if (!site || (machine && machine.siteId !== field)) throw invalidField('field', 'players:error.noSite');
}
