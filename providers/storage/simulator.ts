/** A small S3: one bucket in memory, path-style addresses, real signatures, XML errors. */
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  BodyTooLargeError,
  readBody,
  type SimulatorAddress,
  startSimulatorServer,
} from '../simulator-http.ts';
import { checkSigV4, type S3Credentials, type S3Failure } from './sigv4.ts';

export interface S3SimulatorOptions extends SimulatorAddress, S3Credentials {
  bucket: string;
  maxObjectBytes?: number;
  now?: () => number;
}

interface SimulatedObject {
  body: Buffer;
  contentType: string;
  etag: string;
  modifiedAt: Date;
}

export interface S3Simulator {
  url: string;
  endpoint: string;
  objects: ReadonlyMap<string, { body: Buffer; contentType: string }>;
  close(): Promise<void>;
}

const DEFAULT_MAX_OBJECT_BYTES = 256 * 1024 * 1024;

const xmlEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xmlText = (text: string) => text.replace(/[&<>"]/g, (mark) => xmlEscapes[mark] ?? mark);

function sendFailure(request: IncomingMessage, response: ServerResponse, failure: S3Failure): void {
  const requestId = randomUUID();
  const fields = {
    Code: failure.code,
    Message: failure.message,
    Resource: new URL(request.url ?? '/', 'http://s3').pathname,
    RequestId: requestId,
  };
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${xmlText(value)}</${name}>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${elements.join('')}</Error>`;
  response.writeHead(failure.status, { 'content-type': 'application/xml', 'x-amz-request-id': requestId });
  response.end(request.method === 'HEAD' ? undefined : xml);
}

function sendObject(
  response: ServerResponse,
  object: SimulatedObject,
  withBody: boolean,
  fromByte: number | undefined,
): void {
  const total = object.body.length;
  const body = object.body.subarray(fromByte ?? 0);
  response.writeHead(fromByte === undefined ? 200 : 206, {
    'content-type': object.contentType,
    'content-length': body.length,
    ...(fromByte !== undefined && { 'content-range': `bytes ${fromByte}-${total - 1}/${total}` }),
    etag: object.etag,
    'last-modified': object.modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
  });
  response.end(withBody ? body : undefined);
}

export async function startS3Simulator(options: S3SimulatorOptions): Promise<S3Simulator> {
  const objects = new Map<string, SimulatedObject>();
  const now = options.now ?? Date.now;

  function store(key: string, body: Buffer, contentType: string): string {
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    objects.set(key, { body, contentType, etag, modifiedAt: new Date(now()) });
    return etag;
  }

  function serve(request: IncomingMessage, response: ServerResponse, body: Buffer): S3Failure | undefined {
    const { method = '', url = '/', headers } = request;
    const failure = checkSigV4({ method, url, headers, body }, options, now());
    if (failure) return failure;
    const [, bucket = '', ...segments] = decodeURIComponent(new URL(url, 'http://s3').pathname).split('/');
    if (bucket !== options.bucket) {
      return { status: 404, code: 'NoSuchBucket', message: 'The specified bucket does not exist' };
    }
    const key = segments.join('/');
    if (key === '' || !['PUT', 'GET', 'HEAD', 'DELETE'].includes(method)) {
      const message = 'The specified method is not allowed against this resource.';
      return { status: 405, code: 'MethodNotAllowed', message };
    }
    if (method === 'PUT') {
      const etag = store(key, body, headers['content-type'] ?? 'binary/octet-stream');
      response.writeHead(200, { etag }).end();
    } else if (method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else {
      const object = objects.get(key);
      if (!object) return { status: 404, code: 'NoSuchKey', message: 'The specified key does not exist.' };
      const range = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1];
      if (range && Number(range) >= object.body.length)
        return { status: 416, code: 'InvalidRange', message: 'The requested range is not satisfiable' };
      sendObject(response, object, method === 'GET', range === undefined ? undefined : Number(range));
    }
    return undefined;
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const body = await readBody(request, options.maxObjectBytes ?? DEFAULT_MAX_OBJECT_BYTES);
      const failure = serve(request, response, body);
      if (failure) sendFailure(request, response, failure);
    } catch (error) {
      if (!(error instanceof BodyTooLargeError)) throw error;
      const message = 'Your proposed upload exceeds the maximum allowed size';
      sendFailure(request, response, { status: 400, code: 'EntityTooLarge', message });
    }
  };
  const server = await startSimulatorServer(options, handle);
  return { ...server, objects };
}
