import type { Realm } from '#kit/contract/endpoint.ts';

/** What the checklist knows about an organisation; a number stays undefined where the reader may not ask. */
export interface StartFacts {
  sites: number | undefined;
  devices: number | undefined;
  roles: number | undefined;
  staff: number | undefined;
  agents: number | undefined;
  /** 1 once players can see whom to call */
  contacts: number | undefined;
}

export interface StartStep {
  key: 'site' | 'device' | 'role' | 'staff' | 'agent' | 'contact';
  path: string;
  done: boolean;
}

const paths = {
  site: '/addaddress',
  device: '/register_equip',
  role: '/account_job',
  staff: '/addzzh',
  agent: '/agent_list',
  contact: '/setservice',
} as const;
const stepsOfRealm: Record<Realm, readonly StartStep['key'][]> = {
  merchant: ['site', 'device', 'role', 'staff', 'contact'],
  agent: ['agent', 'role', 'staff'],
  platform: ['agent', 'role', 'staff'],
};
const factOfStep = {
  site: 'sites',
  device: 'devices',
  role: 'roles',
  staff: 'staff',
  agent: 'agents',
  contact: 'contacts',
} as const;

/** The steps of a realm that the reader may take, in the order in which they make sense. */
export function startSteps(realm: Realm, facts: StartFacts): StartStep[] {
  return stepsOfRealm[realm].flatMap((key) => {
    const count = facts[factOfStep[key]];
    return count === undefined ? [] : [{ key, path: paths[key], done: count > 0 }];
  });
}
