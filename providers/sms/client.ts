import type Dysmsapi from '@alicloud/dysmsapi20170525';

type DysmsConfig = ConstructorParameters<typeof Dysmsapi>[0];

/** The SDK takes 40 MB of memory: it comes with the first message. */
async function loadSdk() {
  const { default: loaded, SendSmsRequest } = await import('@alicloud/dysmsapi20170525');
  // Node hands a CommonJS module's exports object over as the default import, bundlers its `default`.
  const DysmsClient = (loaded as unknown as { default?: typeof Dysmsapi }).default ?? loaded;
  return { DysmsClient, SendSmsRequest };
}

/**
 * code: to log in; notice: takings of a period; pickup: goods that wait for a player; expiry: points and tickets that expire soon; guard:
 * what happens to an account
 */
export type SmsTemplate = 'code' | 'notice' | 'pickup' | 'expiry' | 'guard';

export interface SmsMessage {
  phone: string;
  template: SmsTemplate;
  params: Record<string, string>;
}

export interface SmsClient {
  send(message: SmsMessage): Promise<{ providerId: string }>;
}

export type SmsErrorCode = 'rejected' | 'rate_limited' | 'unreachable';

/** Carries no text of the SDK's own errors: those quote the request, and with it the phone number and the code. */
export class SmsError extends Error {
  readonly code: SmsErrorCode;
  readonly providerCode: string;

  constructor(code: SmsErrorCode, providerCode: string) {
    super(`sms ${code}: ${providerCode}`);
    this.name = 'SmsError';
    this.code = code;
    this.providerCode = providerCode;
  }
}

export interface AliyunSmsOptions {
  accessKeyId: string;
  accessKeySecret: string;
  signName: string;
  /** each kind has a template of its own; without one it is refused, codes are not */
  templateCodes: { code: string; notice?: string; pickup?: string; expiry?: string; guard?: string };
  endpoint?: string;
  protocol?: 'http' | 'https';
  timeoutMs?: number;
}

const RATE_LIMIT_CODE = /LIMIT_CONTROL|Throttling/i;

function refusal(providerCode: string): SmsError {
  return new SmsError(RATE_LIMIT_CODE.test(providerCode) ? 'rate_limited' : 'rejected', providerCode);
}

function failure(error: unknown): SmsError {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  const providerCode = typeof code === 'string' && code !== '' ? code : 'Unknown';
  // Only an answer of the provider carries an HTTP status; a 5xx says nothing about this message.
  const answered = typeof statusCode === 'number' && (statusCode < 500 || RATE_LIMIT_CODE.test(providerCode));
  return answered ? refusal(providerCode) : new SmsError('unreachable', providerCode);
}

/** Never retries: Aliyun does not deduplicate, a repeated call is a second message on the player's phone. */
export function createAliyunSms(options: AliyunSmsOptions): SmsClient {
  const timeoutMs = options.timeoutMs ?? 5_000;
  let client: Dysmsapi | undefined;
  async function sdk() {
    const { DysmsClient, SendSmsRequest } = await loadSdk();
    client ??= new DysmsClient({
      accessKeyId: options.accessKeyId,
      accessKeySecret: options.accessKeySecret,
      endpoint: options.endpoint ?? 'dysmsapi.aliyuncs.com',
      protocol: options.protocol ?? 'https',
      connectTimeout: timeoutMs,
      readTimeout: timeoutMs,
    } as DysmsConfig);
    return { client, SendSmsRequest };
  }

  return {
    async send({ phone, template, params }) {
      const templateCode = options.templateCodes[template];
      if (!templateCode) throw new SmsError('rejected', 'template_not_configured');
      const { client, SendSmsRequest } = await sdk();
      const request = new SendSmsRequest({
        phoneNumbers: phone,
        signName: options.signName,
        templateCode,
        templateParam: JSON.stringify(params),
      });
      const { body } = await client.sendSms(request).catch((error: unknown) => {
        throw failure(error);
      });
      if (body?.code !== 'OK') throw refusal(body?.code ?? 'Unknown');
      return { providerId: body.bizId ?? '' };
    },
  };
}
