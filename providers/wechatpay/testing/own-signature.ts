/** A platform key in our own hands, to sign what the simulated platform would not. */
import { createSign, generateKeyPairSync } from 'node:crypto';
import type { NoticeRequest } from '../../pay-channel.ts';

const serial = 'PUB_KEY_ID_TEST';

export function ownPlatformKey() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    publicKeys: { [serial]: publicKey.export({ type: 'spki', format: 'pem' }) as string },
    signed(body: string, at: Date): NoticeRequest {
      const timestamp = String(Math.floor(at.getTime() / 1000));
      const nonce = 'nonce';
      const signature = createSign('sha256')
        .update(`${timestamp}\n${nonce}\n${body}\n`)
        .sign(privateKey, 'base64');
      return {
        headers: {
          'wechatpay-timestamp': timestamp,
          'wechatpay-nonce': nonce,
          'wechatpay-serial': serial,
          'wechatpay-signature': signature,
        },
        body,
      };
    },
  };
}
