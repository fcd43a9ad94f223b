import { createPrivateKey, type KeyObject } from 'node:crypto';
import { Aes, Decorator, Formatter, Rsa } from 'wechatpay-axios-plugin';
import { z } from 'zod';
import { type Clock, secondMs } from '#kit/kernel/time.ts';
import { ChannelUnavailable } from '../pay-channel.ts';
import { createPlatformKeys, type PlatformKey, type PlatformKeys, platformKey } from './platform-keys.ts';
import { refusalOf } from './refusals.ts';
import {
  type KeyOf,
  readSigned,
  type SignatureFault,
  type SignedText,
  signatureFault,
} from './signed-text.ts';

export interface Call {
  method: 'GET' | 'POST';
  /** with its query, encoded */
  path: string;
  body?: object;
  /** whose key the secrets in the body are encrypted for */
  secretsFor?: PlatformKey;
}

export interface Gateway {
  readonly keys: PlatformKeys;
  readonly merchantKey: KeyObject;
  call<Schema extends z.ZodType>(call: Call, schema: Schema): Promise<z.output<Schema>>;
  /** A question about something that may not exist: undefined when the platform has never heard of it. */
  find<Schema extends z.ZodType>(call: Call, schema: Schema): Promise<z.output<Schema> | undefined>;
  /** Answered by 204 and nothing else. */
  command(call: Call): Promise<void>;
  /** A file, which the platform does not sign: the caller compares it with a hash that was signed. */
  download(path: string): Promise<Buffer>;
}

export interface GatewayOptions {
  mchId: string;
  privateKeyPem: string;
  certificateSerial: string;
  apiV3Key: string;
  baseUrl: string;
  platformKeys: Readonly<Record<string, string>>;
  clock: Clock;
  timeoutMs: number;
}

interface Answer {
  status: number;
  data: unknown;
}

class UntrustedAnswer extends Error {
  readonly fault: SignatureFault;
  readonly text: SignedText | undefined;
  readonly status: number;

  constructor(fault: SignatureFault, text: SignedText | undefined, status: number) {
    super(`answer not trusted: ${fault}`);
    this.fault = fault;
    this.text = text;
    this.status = status;
  }
}

const maxAnswerBytes = 1024 * 1024;
const maxFileBytes = 128 * 1024 * 1024;
const fileTimeoutMs = 60_000;

interface OutgoingRequest {
  method?: string;
  url?: string;
  data?: unknown;
  headers: { set(name: string, value: string, rewrite: boolean): void };
}

/**
 * The plugin's client with two of its parts replaced: its verifier passes every answer that is no success, so that a
 * forged "no such order" would be believed, and both its signer and its verifier read the system's clock.
 */
function createHttp(options: GatewayOptions, merchantKey: KeyObject, keyOf: KeyOf) {
  const { mchId, certificateSerial, clock } = options;
  class Client extends Decorator {
    static override requestInterceptor() {
      return (request: OutgoingRequest) => {
        const nonce = Formatter.nonce();
        const timestamp = Math.floor(clock.now().getTime() / secondMs);
        const signed = Formatter.request(
          request.method?.toUpperCase() ?? 'GET',
          request.url ?? '/',
          timestamp,
          nonce,
          request.data === undefined ? '' : JSON.stringify(request.data),
        );
        const signature = Rsa.sign(signed, merchantKey);
        request.headers.set(
          'Authorization',
          Formatter.authorization(mchId, nonce, signature, timestamp, certificateSerial),
          true,
        );
        return request;
      };
    }

    static override responseVerifier() {
      return (body: unknown, headers: Record<string, string>, status: number) => {
        const text = readSigned(headers, typeof body === 'string' ? body : '');
        const fault = signatureFault(text, keyOf, clock.now());
        if (fault) throw new UntrustedAnswer(fault, text, status);
        return body;
      };
    }
  }
  const config = {
    mchid: mchId,
    serial: certificateSerial,
    privateKey: merchantKey,
    // the plugin insists on one; ours come and go, so the verifier above asks for them each time
    certs: { unused: '' },
    baseURL: new URL(options.baseUrl).origin,
    timeout: options.timeoutMs,
    maxRedirects: 0,
    maxContentLength: maxAnswerBytes,
    proxy: false as const,
    validateStatus: () => true,
  };
  return Client.jsonBased(config);
}

type Http = ReturnType<typeof createHttp>;

const certificateList = z.object({
  data: z.array(
    z.object({
      serial_no: z.string(),
      encrypt_certificate: z.object({
        nonce: z.string(),
        associated_data: z.string().default(''),
        ciphertext: z.string(),
      }),
    }),
  ),
});

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The list is signed with a certificate that may stand in the list only; its encryption vouches for that one. */
async function downloadCertificates(
  http: Http,
  options: GatewayOptions,
  knownKeyOf: KeyOf,
): Promise<PlatformKey[]> {
  const response = await http
    .request({ method: 'GET', url: '/v3/certificates', transformResponse: [(body: unknown) => body] })
    .catch((error: Error) => {
      throw new ChannelUnavailable(`no answer of the platform: ${error.message}`);
    });
  const body = typeof response.data === 'string' ? response.data : '';
  const list = certificateList.safeParse(parsed(body));
  if (response.status !== 200 || !list.success) {
    throw new ChannelUnavailable(`the platform lists no certificates (${response.status})`);
  }
  let keys: PlatformKey[];
  try {
    keys = list.data.data.map(({ serial_no, encrypt_certificate: sealed }) =>
      platformKey(
        serial_no,
        Aes.AesGcm.decrypt(sealed.ciphertext, options.apiV3Key, sealed.nonce, sealed.associated_data),
      ),
    );
  } catch {
    throw new ChannelUnavailable('a certificate of the platform could not be decrypted');
  }
  const keyOf: KeyOf = (serial) =>
    knownKeyOf(serial) ?? keys.find((candidate) => candidate.serial === serial)?.key;
  const text = readSigned(response.headers as Record<string, string>, body);
  const fault = signatureFault(text, keyOf, options.clock.now());
  if (fault) throw new ChannelUnavailable(`the list of certificates is not to be trusted: ${fault}`);
  return keys;
}

export function createGateway(options: GatewayOptions): Gateway {
  if (Buffer.byteLength(options.apiV3Key) !== 32) throw new Error('the APIv3 key of WeChat Pay has 32 bytes');
  const merchantKey = createPrivateKey(options.privateKeyPem);
  const keyOf: KeyOf = (serial) => keys.find(serial);
  const http = createHttp(options, merchantKey, keyOf);
  const keys: PlatformKeys = createPlatformKeys({
    initial: options.platformKeys,
    download: () => downloadCertificates(http, options, keyOf),
    clock: options.clock,
  });

  /** An answer signed with a certificate issued since is verified as soon as that one is here. */
  async function verifiedLater(error: UntrustedAnswer): Promise<Answer> {
    // what answers a request may be lost on its way: the platform is asked once more
    for (let tries = 0; error.fault === 'serial' && tries < 2; tries++) {
      await keys.learn();
      if (error.text && !signatureFault(error.text, keyOf, options.clock.now())) {
        return { status: error.status, data: parsed(error.text.body) };
      }
    }
    throw new ChannelUnavailable(`${error.message} (${error.status})`);
  }

  async function exchange(call: Call): Promise<Answer> {
    const serial = call.secretsFor?.serial ?? keys.publicKeyId;
    try {
      const { status, data } = await http.request({
        method: call.method,
        url: call.path,
        data: call.body,
        headers: serial ? { 'Wechatpay-Serial': serial } : {},
        // the client's own timeout is about silence; this one about the whole
        signal: AbortSignal.timeout(options.timeoutMs),
      });
      return { status, data };
    } catch (error) {
      if (error instanceof UntrustedAnswer) return verifiedLater(error);
      // no cause: errors of the HTTP client carry the whole request
      throw new ChannelUnavailable(`no answer of the platform: ${(error as Error).message}`);
    }
  }

  function read<Schema extends z.ZodType>({ status, data }: Answer, schema: Schema): z.output<Schema> {
    const answer = schema.safeParse(data);
    if (status === 200 && answer.success) return answer.data;
    throw refusalOf(status, data).error;
  }

  return {
    keys,
    merchantKey,
    call: async (call, schema) => read(await exchange(call), schema),
    async find(call, schema) {
      const answer = await exchange(call);
      return refusalOf(answer.status, answer.data).absent ? undefined : read(answer, schema);
    },
    async command(call) {
      const { status, data } = await exchange(call);
      if (status !== 204) throw refusalOf(status, data).error;
    },
    async download(path) {
      const { status, data } = await http
        .request({
          method: 'GET',
          url: path,
          responseType: 'arraybuffer',
          maxContentLength: maxFileBytes,
          // a file takes its time, and comes as it is
          timeout: fileTimeoutMs,
          transformResponse: [(body: unknown) => body],
        })
        .catch((error: Error) => {
          throw new ChannelUnavailable(`no answer of the platform: ${error.message}`);
        });
      if (status !== 200) throw new ChannelUnavailable(`the platform gives no file (${status})`);
      return Buffer.from(data as ArrayBuffer);
    },
  };
}
