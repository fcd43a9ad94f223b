import { CallError } from '#kit/contract/client.ts';

/** What a call was refused with; a call that is not refused, or breaks otherwise, fails the test. */
export async function refusal(work: Promise<unknown>): Promise<CallError> {
  const result = await work.then(
    () => 'no refusal',
    (error: unknown) => error,
  );
  if (result instanceof CallError) return result;
  throw result instanceof Error ? result : new Error(`expected a refusal, got ${String(result)}`);
}

/** The key of the refusal, or `done` where there was none: for attempts of which some may succeed. */
export const refusalOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'done',
    (error: Error & { key?: string }) => error.key ?? error.message,
  );
