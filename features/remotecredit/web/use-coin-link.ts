import { useCallback, useEffect, useState } from 'react';
import { CallError } from '#kit/contract/client.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { failureMessage } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { remotecreditContract } from '../contract.ts';

export type Offer = OutputOf<typeof remotecreditContract.readLink>;

const askAgainMs = { pending: 1200, unknown: 5000, open: 8000 } as const;
const notFound = 404;

/** Player pages have no query client: one offer, asked again while something may still change. */
export function useCoinLink(token: string) {
  const [offer, setOffer] = useState<Offer | undefined>();
  const [failure, setFailure] = useState<{ message: string; final: boolean } | undefined>();
  const [using, setUsing] = useState(false);
  const [refusal, setRefusal] = useState('');

  const ask = useCallback(async () => {
    try {
      setOffer(await client.call(remotecreditContract.readLink, { token }));
      setFailure(undefined);
    } catch (error) {
      const final = error instanceof CallError && (error.status === notFound || error.status === 400);
      setFailure({ message: failureMessage(error), final });
    }
  }, [token]);

  useEffect(() => void ask(), [ask]);

  useEffect(() => {
    const everyMs = offer && askAgainMs[offer.state as keyof typeof askAgainMs];
    if (!everyMs) return;
    const timer = setInterval(() => {
      if (!document.hidden) void ask();
    }, everyMs);
    return () => clearInterval(timer);
  }, [offer, ask]);

  const use = async () => {
    setUsing(true);
    setRefusal('');
    try {
      await client.call(remotecreditContract.useLink, { token });
    } catch (error) {
      setRefusal(failureMessage(error));
    }
    await ask();
    setUsing(false);
  };

  return { offer, failure, ask, use, using, refusal };
}
