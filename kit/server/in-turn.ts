/** The last of those who wait, by what they wait for. */
const waiting = new Map<string, Promise<unknown>>();

/**
 * Work on the same thing one after the other, in this process. For what is counted before it is looked at: two who are right at
 * the same moment do not meet each other's count.
 */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = waiting.get(key);
  const turn = (async () => {
    await before?.catch(() => {});
    return work();
  })();
  waiting.set(key, turn);
  try {
    return await turn;
  } finally {
    if (waiting.get(key) === turn) waiting.delete(key);
  }
}
