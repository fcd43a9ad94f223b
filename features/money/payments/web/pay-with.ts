import { inMiniProgram, nativePages, openNative } from '#kit/ui/mini-program.ts';
import { demoMounts, demoPaths } from '../contract/demo-paths.ts';
import { showSheet } from './demo-sheet.ts';

/** What a call that prepares a payment answers: one of the three, by platform and browser. */
export interface PreparedForBrowser {
  /** WeChat, inside its own browser */
  sign_package?: {
    appId: string;
    timeStamp: string;
    nonceStr: string;
    package: string;
    signType: 'RSA';
    paySign: string;
  };
  /** Alipay's number of the trade, inside its own browser */
  prepay_id?: string;
  /** Alipay's page; or, for WeChat, what stands in the QR code (`weixin://…`) */
  url?: string;
}

/**
 * What the person seems to have done. It comes from a browser and proves nothing: the page asks the server how its order
 * stands, whatever the answer was. left: the browser went to the platform's page and comes back by itself.
 */
export type PayOutcome = 'paid' | 'cancelled' | 'unknown' | 'left';

export interface PayOptions {
  /** shows the code that people scan with WeChat; what became of it the server hears first */
  showCode?: (content: string) => void;
  /** names the payment sheet of demo mode to people who can not see it */
  sheetTitle: string;
}

/** Opens the platform's own way to pay. */
export async function payWith(prepared: PreparedForBrowser, options: PayOptions): Promise<PayOutcome> {
  const { sign_package: signPackage, prepay_id: tradeNo, url } = prepared;
  const simulated = await simulatedPlatforms();
  if (signPackage) {
    if (inMiniProgram()) return payInMiniProgram(signPackage);
    if (isInside('MicroMessenger')) return payInWechat(signPackage);
    const prepayId = signPackage.package.replace(/^prepay_id=/, '');
    return simulated.wechat ? sheet('wechat', { prepay_id: prepayId }, options) : 'unknown';
  }
  if (tradeNo) {
    if (isInside('AlipayClient')) return payInAlipay(tradeNo);
    return simulated.alipay ? sheet('alipay', { trade_no: tradeNo }, options) : 'unknown';
  }
  if (!url) return 'unknown';
  if (url.startsWith('weixin:')) {
    options.showCode?.(url);
    return simulated.wechat ? sheet('wechat', { code_url: url }, options) : 'unknown';
  }
  if (simulated.alipay) return showSheet(ownAddress(url), options.sheetTitle);
  location.assign(url);
  return 'left';
}

/** Demo mode shows the platform's page under this very address, by whatever name the person reached us. */
function ownAddress(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

const isInside = (client: string) => navigator.userAgent.includes(client);

async function simulatedPlatforms(): Promise<{ wechat: boolean; alipay: boolean }> {
  try {
    const answer = await fetch(demoPaths.ready);
    if (answer.ok) return await answer.json();
  } catch {
    // no connection: then the platform's own way is the only one left
  }
  return { wechat: false, alipay: false };
}

function sheet(
  platform: 'wechat' | 'alipay',
  params: Record<string, string>,
  { sheetTitle }: PayOptions,
): Promise<PayOutcome> {
  const query = new URLSearchParams({ ...params, return: demoPaths.returned });
  return showSheet(`${demoMounts[platform]}/sheet?${query}`, sheetTitle);
}

interface Bridges {
  WeixinJSBridge?: {
    invoke(name: string, params: object, done: (answer: { err_msg?: string }) => void): void;
  };
  AlipayJSBridge?: {
    call(name: string, params: object, done: (answer: { resultCode?: string | number }) => void): void;
  };
}

const bridgePatienceMs = 5000;

/** The platform's browser puts its bridge into the page some time after the start. */
export async function bridge<N extends keyof Bridges>(name: N, readyEvent: string): Promise<Bridges[N]> {
  const global = window as unknown as Bridges;
  if (!global[name])
    await Promise.race([
      new Promise((resolve) => document.addEventListener(readyEvent, resolve, { once: true })),
      new Promise((resolve) => setTimeout(resolve, bridgePatienceMs)),
    ]);
  return global[name];
}

async function payInWechat(
  signPackage: NonNullable<PreparedForBrowser['sign_package']>,
): Promise<PayOutcome> {
  const wechat = await bridge('WeixinJSBridge', 'WeixinJSBridgeReady');
  if (!wechat) return 'unknown';
  return new Promise((resolve) => {
    wechat.invoke('getBrandWCPayRequest', signPackage, ({ err_msg = '' }) => {
      if (err_msg.endsWith(':ok')) resolve('paid');
      else resolve(err_msg.endsWith(':cancel') ? 'cancelled' : 'unknown');
    });
  });
}

/** The native page pays and comes back; what became of it the server hears first. */
async function payInMiniProgram({
  appId: _,
  ...signed
}: NonNullable<PreparedForBrowser['sign_package']>): Promise<PayOutcome> {
  const wechat = await bridge('WeixinJSBridge', 'WeixinJSBridgeReady');
  if (!wechat) return 'unknown';
  wechat.invoke('invokeMiniProgramAPI', openNative('navigateTo', nativePages.pay, signed), () => {});
  return 'left';
}

const alipayPaid = '9000';
const alipayCancelled = '6001';

async function payInAlipay(tradeNO: string): Promise<PayOutcome> {
  const alipay = await bridge('AlipayJSBridge', 'AlipayJSBridgeReady');
  if (!alipay) return 'unknown';
  return new Promise((resolve) => {
    alipay.call('tradePay', { tradeNO }, ({ resultCode }) => {
      if (String(resultCode) === alipayPaid) resolve('paid');
      else resolve(String(resultCode) === alipayCancelled ? 'cancelled' : 'unknown');
    });
  });
}
