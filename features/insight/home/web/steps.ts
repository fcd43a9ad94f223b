import type { Realm } from '#kit/contract/endpoint.ts';

/** What the checklist knows about an organisation; a number stays undefined where the reader may not ask. */
export interface StartFacts {
  roles: number | undefined;
  staff: number | undefined;
  agents: number | undefined;
  /** 1 once players can see whom to call */
  contacts: number | undefined;
}

export interface StartStep {
  key: 'role' | 'staff' | 'agent' | 'contact';
  path: string;
  done: boolean;
}

const paths = {
  role: '/account_job',
  staff: '/addzzh',
  agent: '/agent_list',
  contact: '/setservice',
} as const;
const stepsOfRealm: Record<Realm, readonly StartStep['key'][]> = {
  merchant: ['role', 'staff', 'contact'],
  agent: ['agent', 'role', 'staff'],
  platform: ['agent', 'role', 'staff'],
};
const factOfStep = { role: 'roles', staff: 'staff', agent: 'agents', contact: 'contacts' } as const;

/** The steps of a realm that the reader may take, in the order in which they make sense. */
export function startSteps(realm: Realm, facts: StartFacts): StartStep[] {
  return stepsOfRealm[realm].flatMap((key) => {
    const count = facts[factOfStep[key]];
    return count === undefined ? [] : [{ key, path: paths[key], done: count > 0 }];
  });
}

/** From nothing to a play that somebody paid for, in this order. */
export const playSteps = ['site', 'device', 'wifi', 'price', 'payment', 'label', 'play'] as const;
export type PlayStepKey = (typeof playSteps)[number];

export interface PlayFacts {
  /** whether each is a fact; undefined where the reader may neither do it nor ask */
  reached: Record<PlayStepKey, boolean | undefined>;
  /** the machine to go on with */
  machine: { equipmentId: string; code: string; playPath: string } | undefined;
  /** somebody else looks at it now: nothing to do but wait */
  waiting?: readonly PlayStepKey[];
}

export interface PlayStep {
  key: PlayStepKey;
  /** done: folded; next: the one to do now; waiting: in others' hands; later: its turn comes */
  state: 'done' | 'next' | 'waiting' | 'later';
  path: string;
}

const home = encodeURIComponent('/home');
const needsMachine: readonly PlayStepKey[] = ['wifi', 'price', 'label', 'play'];

/** What is known goes along, and each way leads back to the steps. */
function pathOf(key: PlayStepKey, machine: PlayFacts['machine']): string {
  const { equipmentId = '', code = '', playPath = '/index' } = machine ?? {};
  switch (key) {
    case 'site':
      return '/addaddress';
    case 'device':
      return `/register_equip?then=${home}`;
    case 'wifi':
      return `/distribution_network?code=${code}&then=${home}`;
    case 'price':
      return `/edit_equip?equipmentId=${equipmentId}`;
    case 'payment':
      return '/authentication';
    case 'label':
      return `/device_labels?ids=${equipmentId}&then=${home}`;
    case 'play':
      return playPath;
  }
}

/**
 * The steps that the reader may take. Without a machine, and without the right to bring one, there is nothing to connect,
 * price, label or play with.
 */
export function firstPlaySteps({ reached, machine, waiting = [] }: PlayFacts): PlayStep[] {
  const shown = playSteps.filter(
    (key) =>
      reached[key] !== undefined &&
      (machine !== undefined || reached.device !== undefined || !needsMachine.includes(key)),
  );
  const next = shown.find((key) => !reached[key] && !waiting.includes(key));
  return shown.map((key) => ({
    key,
    state: reached[key] ? 'done' : key === next ? 'next' : waiting.includes(key) ? 'waiting' : 'later',
    path: pathOf(key, machine),
  }));
}

/** Whether there is anything to show: what is done, or waits for others alone, needs no card. */
export const hasNext = (steps: readonly PlayStep[]): boolean => steps.some(({ state }) => state === 'next');
