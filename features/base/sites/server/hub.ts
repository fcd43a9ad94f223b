import type { Reader, Tx } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';

/** A machine as lists of sites name it. */
export interface SiteMachine {
  id: string;
  code: string;
  number: number;
  name: string | null;
  type: string;
}

/** Which machines stand at sites; a site without machines is absent from both maps. */
export interface SiteMachines {
  count(reader: Reader, scope: Scope, siteIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  list(
    reader: Reader,
    scope: Scope,
    siteIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly SiteMachine[]>>;
}

/** The sites named for an account, null when it sees all sites of its tenant, undefined when there is no such account. */
export type WorkplaceReader = (
  reader: Reader,
  scope: Scope,
  userId: string,
) => Promise<readonly string[] | null | undefined>;

/** From now on the days of a site begin so. */
export interface SiteDays {
  tenantId: string;
  siteId: string;
  timeZone: string;
  dayStart: number;
  userName: string;
  now: Date;
}

/** Runs inside the transaction that changes the site: what throws undoes both. */
export type SiteDaysListener = (tx: Tx, days: SiteDays) => Promise<void>;

interface Hub {
  machines: SiteMachines | undefined;
  workplaces: WorkplaceReader | undefined;
  days: SiteDaysListener[];
}

const hubs = new WeakMap<Services, Hub>();

function hubOf(services: Services): Hub {
  const hub = hubs.get(services) ?? { machines: undefined, workplaces: undefined, days: [] };
  hubs.set(services, hub);
  return hub;
}

/** Called from the `start` of the feature of machines: sites do not depend on it, it depends on them. */
export function provideMachines(services: Services, machines: SiteMachines): void {
  hubOf(services).machines = machines;
}

/** Called from the `start` of the feature of accounts. */
export function provideWorkplaces(services: Services, workplaces: WorkplaceReader): void {
  hubOf(services).workplaces = workplaces;
}

/** Called from the `start` of a feature that sorts something by the days of sites. */
export function onSiteDays(services: Services, listener: SiteDaysListener): void {
  hubOf(services).days.push(listener);
}

/** A site whose machines nobody can count must not look empty: it could be removed. */
export function machinesOf(services: Services): SiteMachines {
  const { machines } = hubOf(services);
  if (!machines) throw new Error('no feature says which machines stand at sites');
  return machines;
}

export function workplacesOf(services: Services): WorkplaceReader {
  const { workplaces } = hubOf(services);
  if (!workplaces) throw new Error('no feature says at which sites people work');
  return workplaces;
}

export const siteDaysListeners = (services: Services): readonly SiteDaysListener[] => hubOf(services).days;
