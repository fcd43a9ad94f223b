import { useCallback, useRef } from 'react';
import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { newRequestId } from '#kit/kernel/request-id.ts';
import { type Remedy, useSend } from './answers.ts';

/**
 * A call that must happen once for each wish of the player: an order, an exchange. The same input is the same wish and
 * keeps its request id, so tapping again after a lost answer brings the first order and not a second one. Another input is
 * another wish. Once it was answered the wish is over: who comes back and taps again wants it again. `remedy` is as in `useSend`
 * (the payment password, an order besides); `onMade` goes to where an answer leads.
 */
export function useWish<E extends AnyEndpoint>(
  endpoint: E,
  { remedy, onMade }: { remedy?: Remedy<InputOf<E>>; onMade?: (answer: OutputOf<E>) => void } = {},
) {
  const { send, busy, refusal } = useSend(endpoint, remedy ? { remedy } : {});
  const said = useRef({ what: '', id: '' });
  const wish = useCallback(
    async (input: Omit<InputOf<E>, 'requestId'>): Promise<OutputOf<E> | undefined> => {
      const what = JSON.stringify(input);
      if (said.current.what !== what) said.current = { what, id: newRequestId() };
      const answer = await send({ ...input, requestId: said.current.id } as InputOf<E>);
      if (answer === undefined) return undefined;
      said.current = { what: '', id: '' };
      onMade?.(answer);
      return answer;
    },
    [send, onMade],
  );
  return { wish, busy, refusal };
}
