import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { remotecreditContract } from '../contract.ts';

export type Offer = OutputOf<typeof remotecreditContract.readLink>;

const askAgainMs = { pending: 1200, unknown: 5000, open: 8000 } as const;
const everyMs = ({ state }: Offer) => askAgainMs[state as keyof typeof askAgainMs] as number | undefined;

/** One offer, asked again while something may still change. */
export function useCoinLink(token: string) {
  const {
    data: offer,
    failure,
    final,
    again,
  } = useAnswer(remotecreditContract.readLink, { token }, { everyMs });
  const { send, refusal } = useSend(remotecreditContract.useLink);
  // until the offer itself says what became of it
  const [using, setUsing] = useState(false);
  const use = async () => {
    setUsing(true);
    await send({ token });
    await again();
    setUsing(false);
  };
  return { offer, failure, final, again, use, using, refusal };
}
