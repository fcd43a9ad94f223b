import { isDeepStrictEqual } from 'node:util';
import type { Client } from '#kit/contract/client.ts';
import { type AnyEndpoint, takesRequestId } from '#kit/contract/endpoint.ts';
import { newRequestId } from '#kit/kernel/request-id.ts';

/** Names of what a call made; everything else about it may have gone on since. */
const identityOf = (answer: unknown) =>
  Object.entries(answer as object).filter(([name]) => /^id$|Id$|Number$/.test(name));

/** Whether the answer to a repeat is the first one. */
export function isSameAnswer(endpoint: AnyEndpoint, answer: unknown, again: unknown): boolean {
  const told = endpoint.repeats === 'recognised' ? identityOf : (whole: unknown) => whole;
  return isDeepStrictEqual(told(answer), told(again));
}

/**
 * A client that says every writing call that succeeded once more, as after a lost answer, and expects the first answer.
 * So every test that changes something shows that saying it twice does it once.
 */
export const sayingTwice = (client: Client): Client => ({
  ...client,
  async call(endpoint, input, options) {
    if (!takesRequestId(endpoint)) return client.call(endpoint, input, options);
    const named = (input as { requestId?: string }).requestId;
    const said = { ...options, requestId: options?.requestId ?? named ?? newRequestId() };
    const answer = await client.call(endpoint, input, said);
    const again = await client.call(endpoint, input, said).catch((cause: unknown) => {
      throw new Error(`${endpoint.path} is refused when it is said again: ${String(cause)}`, { cause });
    });
    if (!isSameAnswer(endpoint, answer, again))
      throw new Error(
        `${endpoint.path} answers differently when it is said again:\n${JSON.stringify(answer)}\n${JSON.stringify(again)}`,
      );
    return answer;
  },
});
