/**
 * The cheap gate before packets: of a campaign it lets in no more people at once than it has packets, and remembers for a
 * moment that it has none. A thousand people who tap on the last packet are one look at the table, one transaction, and
 * 999 answers from memory. Each process has its own gate; the table decides where several meet.
 */
export interface Gate {
  /** `work` runs where a packet may be left; the refusal otherwise: all are gone, or all that are left are being opened */
  pass<R>(key: string, look: () => Promise<number>, work: () => Promise<R>): Promise<R | 'gone' | 'busy'>;
}

interface Entry {
  looking: Promise<number> | undefined;
  inside: number;
  goneUntilMs: number;
}

export function createGate(nowMs: () => number, restMs = 1000): Gate {
  const entries = new Map<string, Entry>();
  const entryOf = (key: string): Entry => {
    const entry = entries.get(key) ?? { looking: undefined, inside: 0, goneUntilMs: 0 };
    entries.set(key, entry);
    return entry;
  };
  const leave = (key: string, entry: Entry) => {
    if (entry.inside === 0 && !entry.looking && entry.goneUntilMs <= nowMs()) entries.delete(key);
  };
  return {
    async pass(key, look, work) {
      const entry = entryOf(key);
      if (entry.goneUntilMs > nowMs()) return 'gone';
      entry.looking ??= look().finally(() => {
        entry.looking = undefined;
      });
      const free = await entry.looking;
      if (free === 0) {
        entry.goneUntilMs = nowMs() + restMs;
        return 'gone';
      }
      if (entry.inside >= free) return 'busy';
      entry.inside += 1;
      try {
        return await work();
      } finally {
        entry.inside -= 1;
        leave(key, entry);
      }
    },
  };
}
