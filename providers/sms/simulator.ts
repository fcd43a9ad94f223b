/** Aliyun's SMS service as its SDK sees it: OpenAPI RPC calls with version 3 signatures, action SendSms. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, type SimulatorAddress, startSimulatorServer } from '../simulator-http.ts';
import { checkAcs3Signature, type GatewayError } from './acs3-signature.ts';

export interface SimulatedSms {
  id: string;
  phone: string;
  signName: string;
  templateCode: string;
  params: Record<string, string>;
  sentAt: string;
}

/** How many messages one phone may get; Aliyun's own default is 1, 5 and 10. */
export interface SmsLimits {
  perMinute: number;
  perHour: number;
  perDay: number;
}

export interface SmsSimulatorOptions extends SimulatorAddress {
  accessKeys: { id: string; secret: string };
  onMessage?: (message: SimulatedSms) => void;
  /** `true` applies Aliyun's defaults; left out, nothing is limited. */
  limits?: boolean | Partial<SmsLimits>;
  now?: () => number;
}

export interface SmsSimulator {
  url: string;
  endpoint: string;
  /** The last 200, oldest first. */
  messages: SimulatedSms[];
  close(): Promise<void>;
}

interface Answer {
  status: number;
  body: Record<string, string>;
}

const MAX_KEPT = 200;
const MAX_BODY_BYTES = 64 * 1024;
const MAX_CLOCK_SKEW_MS = 15 * 60_000;
const MAX_PHONES = 1000;
const PHONE = /^(?:\+?86)?1[3-9]\d{9}$/;
const MINUTE_MS = 60_000;
const aliyunLimits: SmsLimits = { perMinute: 1, perHour: 5, perDay: 10 };

function gatewayAnswer({ status, code, message }: GatewayError, host: string): Answer {
  return {
    status,
    body: { RequestId: randomUUID().toUpperCase(), HostId: host, Code: code, Message: message },
  };
}

function businessAnswer(code: string, message: string, bizId?: string): Answer {
  const body = { RequestId: randomUUID().toUpperCase(), Code: code, Message: message };
  return { status: 200, body: bizId ? { ...body, BizId: bizId } : body };
}

/** Refuses when a phone's windows are full, and counts the message otherwise. */
function createLimiter(limits: SmsLimits, now: () => number) {
  const windows = [
    { name: '分钟', lengthMs: MINUTE_MS, permits: limits.perMinute },
    { name: '小时', lengthMs: 60 * MINUTE_MS, permits: limits.perHour },
    { name: '天', lengthMs: 24 * 60 * MINUTE_MS, permits: limits.perDay },
  ];
  const sentAt = new Map<string, number[]>();
  return (phone: string): string | undefined => {
    const at = now();
    const recent = (sentAt.get(phone) ?? []).filter((time) => at - time < 24 * 60 * MINUTE_MS);
    for (const { name, lengthMs, permits } of windows) {
      if (recent.filter((time) => at - time < lengthMs).length >= permits) {
        return `触发${name}级流控Permits:${permits}`;
      }
    }
    sentAt.set(phone, [...recent, at]);
    return undefined;
  };
}

function readTemplateParams(text: string | null): Record<string, string> | undefined {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, String(entry)]));
  } catch {
    return undefined;
  }
}

function checkGateway(
  request: IncomingMessage,
  body: Buffer,
  options: SmsSimulatorOptions,
  nonces: Map<string, number>,
) {
  const { headers, method = '', url = '/' } = request;
  const signatureError = checkAcs3Signature({ method, url, headers, body }, options.accessKeys);
  if (signatureError) return signatureError;
  const at = (options.now ?? Date.now)();
  const skewMs = Math.abs(at - Date.parse(String(headers['x-acs-date'])));
  if (!(skewMs <= MAX_CLOCK_SKEW_MS)) {
    return {
      status: 400,
      code: 'InvalidTimeStamp.Expired',
      message: 'Specified time stamp or date value is expired.',
    };
  }
  const nonce = String(headers['x-acs-signature-nonce'] ?? '');
  if (nonces.has(nonce)) {
    return {
      status: 400,
      code: 'SignatureNonceUsed',
      message: 'Specified signature nonce was used already.',
    };
  }
  nonces.set(nonce, at);
  // Past the allowed skew a replay already fails by its date, so older nonces need not be kept.
  for (const [used, usedAt] of nonces) {
    if (at - usedAt <= 2 * MAX_CLOCK_SKEW_MS) break;
    nonces.delete(used);
  }
  if (headers['x-acs-action'] !== 'SendSms' || headers['x-acs-version'] !== '2017-05-25') {
    return {
      status: 404,
      code: 'InvalidAction.NotFound',
      message: 'Specified api is not found, please check your url and method.',
    };
  }
  return undefined;
}

function createSender(options: SmsSimulatorOptions, messages: SimulatedSms[]) {
  const now = options.now ?? Date.now;
  const limits = options.limits;
  const exceeds = limits
    ? createLimiter(limits === true ? aliyunLimits : { ...aliyunLimits, ...limits }, now)
    : () => undefined;
  let sequence = 0;

  return (query: URLSearchParams, host: string): Answer => {
    for (const name of ['PhoneNumbers', 'SignName', 'TemplateCode']) {
      if (!query.get(name)) {
        const message = `${name} is mandatory for this action.`;
        return gatewayAnswer({ status: 400, code: `Missing${name}`, message }, host);
      }
    }
    const phones = (query.get('PhoneNumbers') ?? '').split(',');
    if (phones.length > MAX_PHONES || !phones.every((phone) => PHONE.test(phone))) {
      return businessAnswer('isv.MOBILE_NUMBER_ILLEGAL', '手机号码格式错误');
    }
    const params = readTemplateParams(query.get('TemplateParam'));
    if (!params) return businessAnswer('isv.INVALID_JSON_PARAM', 'JSON参数不合法');
    for (const phone of phones) {
      const limit = exceeds(phone);
      if (limit) return businessAnswer('isv.BUSINESS_LIMIT_CONTROL', limit);
    }
    sequence += 1;
    const bizId = `${now()}${String(sequence).padStart(6, '0')}^0`;
    for (const phone of phones) {
      const message: SimulatedSms = {
        id: bizId,
        phone,
        signName: query.get('SignName') ?? '',
        templateCode: query.get('TemplateCode') ?? '',
        params,
        sentAt: new Date(now()).toISOString(),
      };
      messages.push(message);
      options.onMessage?.(message);
    }
    messages.splice(0, Math.max(0, messages.length - MAX_KEPT));
    return businessAnswer('OK', 'OK', bizId);
  };
}

export async function startSmsSimulator(options: SmsSimulatorOptions): Promise<SmsSimulator> {
  const messages: SimulatedSms[] = [];
  const nonces = new Map<string, number>();
  const send = createSender(options, messages);

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const host = request.headers.host ?? '';
    const body = await readBody(request, MAX_BODY_BYTES);
    const refused = checkGateway(request, body, options, nonces);
    // The gateway takes an RPC call's parameters from the query and from a form body alike.
    const { searchParams } = new URL(request.url ?? '/', 'http://gateway');
    for (const [name, value] of new URLSearchParams(body.toString())) searchParams.append(name, value);
    const answer = refused ? gatewayAnswer(refused, host) : send(searchParams, host);
    response.writeHead(answer.status, { 'content-type': 'application/json;charset=utf-8' });
    response.end(JSON.stringify(answer.body));
  };
  const server = await startSimulatorServer(options, handle);
  return { ...server, messages };
}
