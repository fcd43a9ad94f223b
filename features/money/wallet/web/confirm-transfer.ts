import { invalidate } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { toast } from '#kit/ui/toast.ts';
import { walletContract } from '../contract.ts';

interface Confirmation {
  mchId: string;
  appId: string;
  package: string;
}

interface WeixinBridge {
  invoke(name: string, options: Confirmation, answer: (result: { err_msg: string }) => void): void;
}

const bridge = (): WeixinBridge | undefined =>
  (window as unknown as { WeixinJSBridge?: WeixinBridge }).WeixinJSBridge;

/** WeChat's own page where the person agrees to receive the money; it exists only inside WeChat. */
export function useConfirmTransfer(confirm: Confirmation): { available: boolean; ask: () => Promise<void> } {
  const t = useText();
  return {
    available: bridge() !== undefined,
    ask: () =>
      new Promise((resolve) => {
        bridge()?.invoke('requestMerchantTransfer', confirm, ({ err_msg: message }) => {
          // whatever the page says, what counts is what WeChat tells the server
          if (message === 'requestMerchantTransfer:ok') toast.success(t('wallet:records.confirmed'));
          void invalidate(walletContract.listWithdrawals).then(() => resolve());
        });
      }),
  };
}
