import { bridge } from './pay-with.ts';

/** What WeChat's page needs to know of a transfer. */
export interface Confirmation {
  mchId: string;
  appId: string;
  package: string;
}

/**
 * WeChat's own page where a person agrees to receive money; it exists only inside WeChat. Whatever it answers, what counts is
 * what WeChat tells the server: `shown` says no more than that the page was there.
 */
export async function confirmTransfer({
  mchId,
  appId,
  package: packed,
}: Confirmation): Promise<'shown' | 'notHere'> {
  const wechat = await bridge('WeixinJSBridge', 'WeixinJSBridgeReady');
  if (!wechat) return 'notHere';
  return new Promise((resolve) => {
    wechat.invoke('requestMerchantTransfer', { mchId, appId, package: packed }, () => resolve('shown'));
  });
}
