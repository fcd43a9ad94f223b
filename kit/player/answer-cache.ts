/** Answers that were given lately: a page one comes back to shows what it showed, and asks again beside. */
export interface AnswerCache {
  get<T>(key: string): T | undefined;
  set(key: string, answer: unknown): void;
  clear(): void;
}

export function createAnswerCache(most = 50): AnswerCache {
  const answers = new Map<string, unknown>();
  return {
    get: <T>(key: string) => answers.get(key) as T | undefined,
    set(key, answer) {
      answers.delete(key);
      answers.set(key, answer);
      if (answers.size > most) answers.delete(answers.keys().next().value as string);
    },
    clear: () => answers.clear(),
  };
}
