import { platformScripts } from '#kit/contract/screen.ts';

/** The parts of WeChat's JS-SDK we use. */
export interface WechatSdk {
  config(options: PageSignature & { debug: boolean; jsApiList: string[] }): void;
  ready(done: () => void): void;
  error(failed: (reason: { errMsg?: string }) => void): void;
  scanQRCode(options: {
    needResult: 0 | 1;
    scanType: ('qrCode' | 'barCode')[];
    success(answer: { resultStr?: string }): void;
    cancel(): void;
    fail(reason: { errMsg?: string }): void;
  }): void;
}

export interface PageSignature {
  appId: string;
  timestamp: number;
  nonceStr: string;
  signature: string;
}

const sdkAddress = `${platformScripts.wechat.origin}/open/js/jweixin-1.6.0.js`;

export const isInsideWechat = (): boolean => navigator.userAgent.includes(platformScripts.wechat.agent);

/**
 * WeChat's script is let in, and its signature holds, for the address under which the document was loaded: a page that was
 * reached inside the app has to be loaded once more.
 */
export function isLoadedHere(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return !entry?.name || new URL(entry.name).pathname === window.location.pathname;
}

export function loadWechatSdk(): Promise<WechatSdk> {
  const known = () => (window as unknown as { wx?: WechatSdk }).wx;
  const sdk = known();
  if (sdk?.scanQRCode) return Promise.resolve(sdk);
  return new Promise((loaded, failed) => {
    const script = document.createElement('script');
    script.src = sdkAddress;
    script.onload = () => {
      const now = known();
      if (now) loaded(now);
      else failed(new Error('the JS-SDK is not what was expected'));
    };
    script.onerror = () => failed(new Error('the JS-SDK did not load'));
    document.head.append(script);
  });
}

/** Opens WeChat's functions for this page; WeChat checks the signature against the address it shows. */
export function openWechat(sdk: WechatSdk, signature: PageSignature): Promise<void> {
  return new Promise((ready, failed) => {
    sdk.ready(ready);
    sdk.error(({ errMsg }) => failed(new Error(errMsg ?? 'config')));
    sdk.config({ debug: false, ...signature, jsApiList: ['scanQRCode'] });
  });
}

/** What the code says; undefined when the person closed the scanner. */
export function scanInWechat(sdk: WechatSdk): Promise<string | undefined> {
  return new Promise((done, failed) =>
    sdk.scanQRCode({
      needResult: 1,
      scanType: ['qrCode', 'barCode'],
      success: ({ resultStr = '' }) => done(scannedText(resultStr)),
      cancel: () => done(undefined),
      fail: ({ errMsg }) => failed(new Error(errMsg ?? 'scan')),
    }),
  );
}

/** A bar code comes with its kind before it: `CODE_128,CW10001`. */
export const scannedText = (result: string): string => /^[A-Z]+_?\d*,(.+)$/.exec(result)?.[1] ?? result;
