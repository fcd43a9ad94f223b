import { deviceStorage, tabStorage } from './device-storage.ts';

type Marks = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface PersonWatch {
  /** Somebody is logged in, perhaps the same one as before. */
  is(id: string): void;
  /** Logged out on purpose: the next person starts with nothing. */
  left(): void;
  /** `forget` runs when somebody else has come, before anything of theirs is asked for or shown. */
  forgetWith(forget: () => void): void;
}

const markKey = 'coinyard.person';

/**
 * Knows when another person sits down at the same browser. Pages live on over a log-out, and so does what they
 * remember: answers, drafts, the chosen site. A login that merely ran out is another matter: the same person finds
 * everything again.
 */
export function createPersonWatch(tab: Marks, device: Marks): PersonWatch {
  const forgetters = new Set<() => void>();
  // This tab's own mark first: another tab may have seen the next person already, and this one's drafts are older.
  let person = tab.getItem(markKey) ?? device.getItem(markKey) ?? undefined;
  let changed = false;
  return {
    is(id) {
      const other = id !== person;
      person = id;
      tab.setItem(markKey, id);
      device.setItem(markKey, id);
      if (!other) return;
      changed = true;
      for (const forget of forgetters) forget();
    },
    left() {
      person = undefined;
      tab.removeItem(markKey);
      device.removeItem(markKey);
    },
    forgetWith(forget) {
      forgetters.add(forget);
      // A module that came later than the person may find what was stored before them.
      if (changed) forget();
    },
  };
}

export const personWatch = createPersonWatch(tabStorage, deviceStorage);
export const { forgetWith: forgetWithPerson } = personWatch;
