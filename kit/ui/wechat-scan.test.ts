import { describe, expect, it } from 'vitest';
import { openWechat, type PageSignature, scanInWechat, scannedText, type WechatSdk } from './wechat-scan.ts';

const signature: PageSignature = { appId: 'wx1', timestamp: 1, nonceStr: 'n', signature: 's' };

/** WeChat's own side: checks the signature, then opens its scanner. */
function pretendWechat(answers: { config: 'ready' | 'error'; scan?: string | 'cancel' | 'fail' }) {
  const configs: object[] = [];
  let onReady = () => {};
  let onError = (_: { errMsg?: string }) => {};
  const sdk: WechatSdk = {
    ready: (done) => {
      onReady = done;
    },
    error: (failed) => {
      onError = failed;
    },
    config: (options) => {
      configs.push(options);
      if (answers.config === 'ready') onReady();
      else onError({ errMsg: 'config:invalid signature' });
    },
    scanQRCode: ({ success, cancel, fail }) => {
      if (answers.scan === 'cancel') cancel();
      else if (answers.scan === 'fail') fail({ errMsg: 'scanQRCode:permission denied' });
      else success({ resultStr: answers.scan });
    },
  };
  return { sdk, configs };
}

describe('scanning inside WeChat', () => {
  it('shows the signature, asks for the scanner alone, and reads what it answers', async () => {
    const { sdk, configs } = pretendWechat({
      config: 'ready',
      scan: 'https://x.test/index?equipmentId=CW10001',
    });
    await openWechat(sdk, signature);
    expect(configs).toEqual([{ debug: false, ...signature, jsApiList: ['scanQRCode'] }]);
    expect(await scanInWechat(sdk)).toBe('https://x.test/index?equipmentId=CW10001');
  });

  it('says when the signature is wrong or the scanner may not be used; closing it is neither', async () => {
    await expect(openWechat(pretendWechat({ config: 'error' }).sdk, signature)).rejects.toThrow(
      'invalid signature',
    );
    await expect(scanInWechat(pretendWechat({ config: 'ready', scan: 'fail' }).sdk)).rejects.toThrow(
      'denied',
    );
    expect(await scanInWechat(pretendWechat({ config: 'ready', scan: 'cancel' }).sdk)).toBeUndefined();
  });

  it('takes the kind of a bar code away and leaves other texts as they are', () => {
    expect(scannedText('CODE_128,CW10001')).toBe('CW10001');
    expect(scannedText('EAN_13,6901234567892')).toBe('6901234567892');
    expect(scannedText('CW10001')).toBe('CW10001');
    expect(scannedText('https://x.test/?a=1,2')).toBe('https://x.test/?a=1,2');
  });
});
