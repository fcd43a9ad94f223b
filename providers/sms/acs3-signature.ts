/** Verification of Aliyun's OpenAPI signature version 3 (ACS3-HMAC-SHA256), as its gateway does it. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface SignedRequest {
  method: string;
  /** Path and query as they came over the wire. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface GatewayError {
  status: number;
  code: string;
  message: string;
}

const ALGORITHM = 'ACS3-HMAC-SHA256';
const ALWAYS_SIGNED = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-version'];

function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256Hex(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function stringToSign(request: SignedRequest, signedHeaders: string[]): string {
  const url = new URL(request.url, 'http://gateway');
  const headerLines = signedHeaders.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const canonicalRequest = [
    request.method,
    url.pathname,
    canonicalQuery(url),
    headerLines.join(''),
    signedHeaders.join(';'),
    sha256Hex(request.body),
  ].join('\n');
  return `${ALGORITHM}\n${sha256Hex(canonicalRequest)}`;
}

function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

export function checkAcs3Signature(
  request: SignedRequest,
  accessKeys: { id: string; secret: string },
): GatewayError | undefined {
  const authorization = /^(\S+) Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]+)$/.exec(
    request.headers.authorization ?? '',
  );
  if (authorization?.[1] !== ALGORITHM) {
    return {
      status: 400,
      code: 'IncompleteSignature',
      message: 'The request signature does not conform to Aliyun standards.',
    };
  }
  const [, , accessKeyId = '', headerList = '', signature = ''] = authorization;
  if (accessKeyId !== accessKeys.id) {
    return {
      status: 404,
      code: 'InvalidAccessKeyId.NotFound',
      message: 'Specified access key is not found.',
    };
  }
  const signedHeaders = headerList.split(';');
  const text = stringToSign(request, signedHeaders);
  const expected = createHmac('sha256', accessKeys.secret).update(text).digest('hex');
  const bodyMatches = request.headers['x-acs-content-sha256'] === sha256Hex(request.body);
  const complete = ALWAYS_SIGNED.every((name) => signedHeaders.includes(name));
  if (complete && bodyMatches && sameText(expected, signature)) return undefined;
  return {
    status: 400,
    code: 'SignatureDoesNotMatch',
    message: `Specified signature does not match our calculation. server string to sign is:${text}`,
  };
}
