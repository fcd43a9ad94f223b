import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { type Clock, systemClock } from '#kit/kernel/time.ts';
import { ChannelRefused, ChannelUnavailable } from '../pay-channel.ts';
import { stampOf } from './amounts.ts';
import type { CarefulSdk } from './careful-sdk.ts';

export interface GatewayOptions {
  appId: string;
  privateKeyPem: string;
  /** Alipay's key, or its certificates: transfers to people work with certificates only */
  alipayPublicKeyPem?: string | undefined;
  certificates?: AlipayCertificates | undefined;
  gateway?: string;
  /** where browsers open Alipay's own pages; the gateway itself unless told */
  pageGateway?: string;
  timeoutMs?: number;
  clock?: Clock;
}

/** As Alipay hands them out for an app that signs with a certificate. */
export interface AlipayCertificates {
  /** appCertPublicKey_….crt */
  appPem: string;
  /** alipayCertPublicKey_RSA2.crt */
  alipayPem: string;
  /** alipayRootCert.crt */
  rootPem: string;
}

export interface Gateway {
  /** whether requests name certificates */
  readonly certified: boolean;
  /** `content` is biz_content, `params` stand beside it; the answer has a true signature and fits the schema */
  ask<T>(call: {
    method: string;
    content?: Record<string, unknown>;
    params?: Record<string, string>;
    answer: z.ZodType<T>;
  }): Promise<T>;
  /** an address that opens a page of Alipay */
  pageUrl(method: string, content: Record<string, unknown>, params: Record<string, string>): Promise<string>;
  isTrueNotice(fields: Record<string, string>): Promise<boolean>;
}

const defaultGateway = 'https://openapi.alipay.com/gateway.do';
const defaultTimeoutMs = 8_000;

const outcome = z.object({
  code: z.string().optional(),
  msg: z.string().optional(),
  sub_code: z.string().optional(),
  sub_msg: z.string().optional(),
});

/** Alipay's codes on which callers act, in our words; `ACQ.` and `aop.` before them say who answered. */
const ourCodes: Record<string, string> = {
  TRADE_HAS_SUCCESS: 'paid',
  TRADE_HAS_CLOSE: 'closed',
  TRADE_NOT_EXIST: 'absent',
  ORDER_NOT_EXIST: 'absent',
  SELLER_BALANCE_NOT_ENOUGH: 'insufficient',
  PAYER_BALANCE_NOT_ENOUGH: 'insufficient',
  BALANCE_IS_NOT_ENOUGH: 'insufficient',
};
/** 20000: the service is down; 40005: too many calls. In both cases, and where it says so itself, nobody knows yet. */
const transientCodes = new Set(['20000', '40005']);
const transientSubCode = /SYSTEM_ERROR|SYSTEM-ERROR|UNKNOW|TIMEOUT|REQUEST_PROCESSING/i;

function refuse({ code = '', msg = '', sub_code = '', sub_msg = '' }: z.infer<typeof outcome>): never {
  if (transientCodes.has(code) || transientSubCode.test(sub_code))
    throw new ChannelUnavailable(`alipay: ${code} ${sub_code}`);
  const short = sub_code.replace(/^(aop\.)?ACQ\./, '');
  throw new ChannelRefused(ourCodes[short] ?? (short || code), sub_msg || msg);
}

/** A key may come in either of the two usual wrappings; the SDK wants to be told, and trips over a last empty line. */
const normalPrivate = (pem: string) =>
  createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }).toString().trim();
const normalPublic = (pem: string) =>
  createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString().trim();

/** Node reads base64 that was written carelessly; a signature has one form only. */
const isCanonicalBase64 = (text: string) => Buffer.from(text, 'base64').toString('base64') === text;

/** By which the answers are checked, and in certificate mode what the requests name. */
function trustOf({ privateKeyPem, certificates, alipayPublicKeyPem }: GatewayOptions) {
  if (!certificates) {
    if (!alipayPublicKeyPem) throw new Error('alipay: neither its key nor its certificates');
    return { alipayPublicKey: normalPublic(alipayPublicKeyPem) };
  }
  const { appPem, alipayPem, rootPem } = certificates;
  if (!new X509Certificate(appPem).checkPrivateKey(createPrivateKey(privateKeyPem)))
    throw new Error('alipay: the certificate of the app is not for its private key');
  return { appCertContent: appPem, alipayPublicCertContent: alipayPem, alipayRootCertContent: rootPem };
}

export function createGateway(options: GatewayOptions): Gateway {
  const { clock = systemClock } = options;
  const config = {
    appId: options.appId,
    privateKey: normalPrivate(options.privateKeyPem),
    keyType: 'PKCS8' as const,
    ...trustOf(options),
    gateway: options.gateway ?? defaultGateway,
    timeout: options.timeoutMs ?? defaultTimeoutMs,
    camelcase: false,
  };
  let loaded: Promise<CarefulSdk> | undefined;
  /** It takes 40 MB of memory and comes with the first call; the keys were read before. */
  const sdk = () => {
    loaded ??= import('./careful-sdk.ts').then((module) => new module.CarefulSdk(config));
    return loaded;
  };
  // The SDK would write the time of the machine's own zone.
  const stamped = (params: Record<string, string>) => ({ ...params, timestamp: stampOf(clock.now()) });

  return {
    certified: options.certificates !== undefined,
    async ask({ method, content, params = {}, answer }) {
      let raw: unknown;
      try {
        raw = await (await sdk()).exec(
          method,
          { ...stamped(params), ...(content ? { bizContent: content } : {}) },
          { validateSign: true },
        );
      } catch (cause) {
        throw new ChannelUnavailable(`alipay: no usable answer to ${method}`, cause);
      }
      const said = outcome.safeParse(raw);
      if (!said.success) throw new ChannelUnavailable(`alipay: unreadable answer to ${method}`);
      // The token call has no code of its own when all is well.
      if (said.data.code !== undefined && said.data.code !== '10000') refuse(said.data);
      const read = answer.safeParse(raw);
      if (!read.success) throw new ChannelUnavailable(`alipay: unexpected answer to ${method}`, read.error);
      return read.data;
    },
    async pageUrl(method, content, params) {
      const url = (await sdk()).pageExecute(method, 'GET', { ...stamped(params), bizContent: content });
      if (!options.pageGateway) return url;
      const page = new URL(options.pageGateway);
      page.search = new URL(url).search;
      return page.toString();
    },
    async isTrueNotice(fields) {
      if (fields.sign_type !== 'RSA2' || !isCanonicalBase64(fields.sign ?? '')) return false;
      try {
        return (await sdk()).checkNotifySignV2(fields);
      } catch {
        return false;
      }
    },
  };
}
