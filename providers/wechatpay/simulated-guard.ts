import type { KeyObject } from 'node:crypto';
import { Formatter, Rsa } from 'wechatpay-axios-plugin';
import { type Clock, minuteMs, secondMs } from '#kit/kernel/time.ts';

export interface MerchantIdentity {
  mchId: string;
  serial: string;
  key: KeyObject;
  clock: Clock;
}

const scheme = 'WECHATPAY2-SHA256-RSA2048 ';
const maxSkewMs = 5 * minuteMs;

/** Whether the request carries the merchant's signature over exactly what came. */
export function isSignedByMerchant(
  merchant: MerchantIdentity,
  request: {
    method: string;
    path: string;
    body: string;
    headers: Record<string, string | string[] | undefined>;
  },
): boolean {
  const { authorization } = request.headers;
  if (typeof authorization !== 'string' || !authorization.startsWith(scheme)) return false;
  const fields = new Map(
    [...authorization.slice(scheme.length).matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  const timestamp = fields.get('timestamp') ?? '';
  const nonce = fields.get('nonce_str') ?? '';
  const skewMs = Math.abs(merchant.clock.now().getTime() - Number(timestamp) * secondMs);
  if (fields.get('mchid') !== merchant.mchId || fields.get('serial_no') !== merchant.serial) return false;
  // `!(… <= …)` refuses a time that is no number, too
  if (nonce === '' || !(skewMs <= maxSkewMs)) return false;
  const signed = Formatter.request(request.method, request.path, timestamp, nonce, request.body);
  return Rsa.verify(signed, fields.get('signature') ?? '', merchant.key);
}
