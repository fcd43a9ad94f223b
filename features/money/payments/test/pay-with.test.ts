import { afterEach, describe, expect, it, vi } from 'vitest';
import { type PreparedForBrowser, payWith } from '../web/pay-with.ts';

const signPackage: NonNullable<PreparedForBrowser['sign_package']> = {
  appId: 'wx1',
  timeStamp: '1',
  nonceStr: 'n',
  package: 'prepay_id=p',
  signType: 'RSA',
  paySign: 's',
};

/** A browser with just what paying touches. */
function browser(parts: { agent: string; demo?: boolean; bridge?: object }) {
  const assigned: string[] = [];
  vi.stubGlobal('navigator', { userAgent: parts.agent });
  vi.stubGlobal('window', parts.bridge ?? {});
  vi.stubGlobal('document', { addEventListener: () => {} });
  vi.stubGlobal('location', { assign: (url: string) => assigned.push(url) });
  vi.stubGlobal('fetch', async () => new Response(null, { status: parts.demo ? 200 : 404 }));
  return assigned;
}
afterEach(() => vi.unstubAllGlobals());

const wechatAnswering = (message: string) => ({
  WeixinJSBridge: {
    invoke(name: string, params: object, done: (answer: { err_msg: string }) => void) {
      expect([name, params]).toEqual(['getBrandWCPayRequest', signPackage]);
      done({ err_msg: `get_brand_wcpay_request:${message}` });
    },
  },
});
const alipayAnswering = (resultCode: string) => ({
  AlipayJSBridge: {
    call(name: string, params: object, done: (answer: { resultCode: string }) => void) {
      expect([name, params]).toEqual(['tradePay', { tradeNO: 't1' }]);
      done({ resultCode });
    },
  },
});

describe('paying in a browser', () => {
  it.each([
    ['ok', 'paid'],
    ['cancel', 'cancelled'],
    ['fail', 'unknown'],
  ])('takes WeChat’s %s as %s', async (message, outcome) => {
    browser({ agent: 'x MicroMessenger/8', bridge: wechatAnswering(message) });
    expect(await payWith({ sign_package: signPackage }, { sheetTitle: '' })).toBe(outcome);
  });

  it('hands over to the native page inside a mini-program, whichever way that shows', async () => {
    const { appId: _, ...signed } = signPackage;
    const asked: unknown[] = [];
    const bridge = { WeixinJSBridge: { invoke: (...call: unknown[]) => asked.push(call.slice(0, 2)) } };
    const expected = ['invokeMiniProgramAPI', { name: 'navigateTo', arg: { url: expect.any(String) } }];
    for (const parts of [
      { agent: 'x MicroMessenger/8 miniProgram/wx1', bridge },
      { agent: 'x MicroMessenger/8', bridge: { ...bridge, __wxjs_environment: 'miniprogram' } },
    ]) {
      browser(parts);
      expect(await payWith({ sign_package: signPackage }, { sheetTitle: '' })).toBe('left');
      expect(asked.at(-1)).toEqual(expected);
      const { url } = (asked.at(-1) as [string, { arg: { url: string } }])[1].arg;
      expect(url.split('?')[0]).toBe('/pages/pay/pay');
      expect(Object.fromEntries(new URLSearchParams(url.split('?')[1]))).toEqual(signed);
    }
  });

  it.each([
    ['9000', 'paid'],
    ['6001', 'cancelled'],
    ['8000', 'unknown'],
    ['4000', 'unknown'],
  ])('takes Alipay’s %s as %s', async (code, outcome) => {
    browser({ agent: 'x AlipayClient/10', bridge: alipayAnswering(code) });
    expect(await payWith({ prepay_id: 't1' }, { sheetTitle: '' })).toBe(outcome);
  });

  it('shows WeChat’s code to people in front of a screen', async () => {
    browser({ agent: 'desk' });
    const showCode = vi.fn();
    expect(await payWith({ url: 'weixin://wxpay/bizpayurl?pr=1' }, { showCode, sheetTitle: '' })).toBe(
      'unknown',
    );
    expect(showCode).toHaveBeenCalledWith('weixin://wxpay/bizpayurl?pr=1');
  });

  it('goes to Alipay’s page where there is no other way', async () => {
    const assigned = browser({ agent: 'phone' });
    expect(await payWith({ url: 'https://openapi.alipay.com/x' }, { sheetTitle: '' })).toBe('left');
    expect(assigned).toEqual(['https://openapi.alipay.com/x']);
  });

  it('knows that it can not pay with a sign package outside WeChat', async () => {
    browser({ agent: 'desk' });
    expect(await payWith({ sign_package: signPackage }, { sheetTitle: '' })).toBe('unknown');
  });
});
