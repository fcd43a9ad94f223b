/** Verification of AWS Signature Version 4 for S3, in a header or in a presigned query. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface S3Failure {
  status: number;
  code: string;
  message: string;
}

export interface S3Request {
  method: string;
  /** Path and query as they came over the wire. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

interface Claim {
  credential: string;
  signedHeaders: string[];
  signature: string;
  /** Basic ISO 8601, as signed. */
  date: string;
  payloadHash: string;
  presignedSeconds: number | undefined;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED = 'UNSIGNED-PAYLOAD';
const MAX_CLOCK_SKEW_MS = 15 * 60_000;
const MAX_PRESIGNED_SECONDS = 7 * 24 * 3600;

const denied = (message: string): S3Failure => ({ status: 403, code: 'AccessDenied', message });

function headerClaim(headers: IncomingHttpHeaders): Claim | undefined {
  const match = new RegExp(
    `^${ALGORITHM} Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$`,
  ).exec(headers.authorization ?? '');
  if (!match) return undefined;
  const [, credential = '', signedHeaders = '', signature = ''] = match;
  return {
    credential,
    signedHeaders: signedHeaders.split(';'),
    signature,
    date: String(headers['x-amz-date'] ?? ''),
    payloadHash: String(headers['x-amz-content-sha256'] ?? ''),
    presignedSeconds: undefined,
  };
}

function queryClaim(query: URLSearchParams): Claim | undefined {
  if (query.get('X-Amz-Algorithm') !== ALGORITHM) return undefined;
  const value = (name: string) => query.get(name) ?? '';
  return {
    credential: value('X-Amz-Credential'),
    signedHeaders: value('X-Amz-SignedHeaders').split(';'),
    signature: value('X-Amz-Signature'),
    date: value('X-Amz-Date'),
    payloadHash: query.get('X-Amz-Content-Sha256') ?? UNSIGNED,
    presignedSeconds: Number(query.get('X-Amz-Expires')),
  };
}

function parseAmzDate(date: string): number {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return iso === date ? Number.NaN : Date.parse(iso);
}

const hash = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function expectedSignature(request: S3Request, claim: Claim, secretAccessKey: string): string {
  const url = new URL(request.url, 'http://s3');
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headerLine = (name: string) =>
    `${name}:${String(request.headers[name] ?? '')
      .trim()
      .replace(/ +/g, ' ')}\n`;
  const canonicalRequest = [
    request.method,
    url.pathname,
    query,
    claim.signedHeaders.map(headerLine).join(''),
    claim.signedHeaders.join(';'),
    claim.payloadHash,
  ].join('\n');
  const [, day = '', region = '', service = ''] = claim.credential.split('/');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const stringToSign = [ALGORITHM, claim.date, scope, hash(canonicalRequest)].join('\n');
  const signingKey = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
    (key, part) => hmac(key, part),
    `AWS4${secretAccessKey}`,
  );
  return hmac(signingKey, stringToSign).toString('hex');
}

function timeFailure(claim: Claim, nowMs: number): S3Failure | undefined {
  const signedAtMs = parseAmzDate(claim.date);
  if (claim.presignedSeconds === undefined) {
    if (Math.abs(nowMs - signedAtMs) <= MAX_CLOCK_SKEW_MS) return undefined;
    const message = 'The difference between the request time and the current time is too large.';
    return { status: 403, code: 'RequestTimeTooSkewed', message };
  }
  if (!(claim.presignedSeconds > 0 && claim.presignedSeconds <= MAX_PRESIGNED_SECONDS)) {
    const message = 'X-Amz-Expires must be between 1 and 604800 seconds';
    return { status: 400, code: 'AuthorizationQueryParametersError', message };
  }
  if (signedAtMs - nowMs > MAX_CLOCK_SKEW_MS) return denied('Request is not valid yet');
  return nowMs < signedAtMs + claim.presignedSeconds * 1000 ? undefined : denied('Request has expired');
}

export function checkSigV4(
  request: S3Request,
  credentials: S3Credentials,
  nowMs: number,
): S3Failure | undefined {
  const url = new URL(request.url, 'http://s3');
  const claim = headerClaim(request.headers) ?? queryClaim(url.searchParams);
  if (!claim) return denied('Access Denied');
  const [accessKeyId, day, , service, terminator] = claim.credential.split('/');
  if (accessKeyId !== credentials.accessKeyId) {
    const message = 'The AWS Access Key Id you provided does not exist in our records.';
    return { status: 403, code: 'InvalidAccessKeyId', message };
  }
  const expected = Buffer.from(expectedSignature(request, claim, credentials.secretAccessKey));
  const given = Buffer.from(claim.signature);
  const scoped = service === 's3' && terminator === 'aws4_request' && day === claim.date.slice(0, 8);
  const signsHost = claim.signedHeaders.includes('host');
  if (!scoped || !signsHost || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    const message =
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.';
    return { status: 403, code: 'SignatureDoesNotMatch', message };
  }
  if (claim.payloadHash !== UNSIGNED && claim.payloadHash !== hash(request.body)) {
    const message = "The provided 'x-amz-content-sha256' header does not match what was computed.";
    return { status: 400, code: 'XAmzContentSHA256Mismatch', message };
  }
  return timeFailure(claim, nowMs);
}
