import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { newRequestId } from '#kit/kernel/request-id.ts';
import { failureMessage, invalidate } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { tabStorage } from '#kit/ui/device-storage.ts';
import { useText } from '#kit/ui/i18n.ts';
import { forgetWithPerson } from '#kit/ui/person.ts';
import { toast } from '#kit/ui/toast.ts';
import { walletContract } from '../contract.ts';

const { readPayee, bindPayee, readWithdrawalChoices } = walletContract;
const storageKey = 'wallet.wechat';

forgetWithPerson(() => tabStorage.removeItem(storageKey));

interface Started {
  state: string;
  walletId?: string;
}

function takeStarted(): Started | undefined {
  const text = tabStorage.getItem(storageKey);
  tabStorage.removeItem(storageKey);
  return text ? (JSON.parse(text) as Started) : undefined;
}

/**
 * WeChat tells who the person is by leading back here with a code. Only a code that this very tab asked for is used:
 * a link somebody sent could otherwise bind the sender's account.
 */
export function useWechatBinding(): { start: (walletId: string) => Promise<void>; binding: boolean } {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const [binding, setBinding] = useState(false);
  const code = query.get('code');
  const state = query.get('state');
  useEffect(() => {
    if (!code) return;
    const started = takeStarted();
    setQuery(started?.walletId ? { walletId: started.walletId } : {}, { replace: true });
    if (!started || started.state !== state) return;
    setBinding(true);
    client
      .call(bindPayee, { code })
      .then(async ({ name }) => {
        await invalidate(readWithdrawalChoices);
        toast.success(t('wallet:withdraw.bound', { name }));
      })
      .catch((error: unknown) => toast.failure(failureMessage(error)))
      .finally(() => setBinding(false));
  }, [code, state, setQuery, t]);
  const start = async (walletId: string) => {
    const started: Started = { state: newRequestId(), walletId };
    try {
      const { url } = await client.call(readPayee, { state: started.state });
      tabStorage.setItem(storageKey, JSON.stringify(started));
      window.location.assign(url);
    } catch (error) {
      toast.failure(failureMessage(error));
    }
  };
  return { start, binding };
}
