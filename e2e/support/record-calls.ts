/**
 * Loaded before a server (`node --import`): writes down calls and their answers, a few of each kind, one JSON text a line.
 * `scripts/check-calls.ts` holds them against the API reference afterwards. The server itself knows nothing of it.
 */
import { subscribe } from 'node:diagnostics_channel';
import { createWriteStream } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

export const recordVariable = 'RECORD_CALLS';

export interface RecordedCall {
  method: string;
  url: string;
  requestType: string | undefined;
  requestBody: string;
  status: number;
  answerType: string | undefined;
  /** of JSON and plain words alone */
  answerBody: string;
}

/** So many of each method, path and status: what differs shows in the first few. */
const keptOfEach = 2;
const longestBytes = 256 * 1024;

const file = process.env[recordVariable];
if (file) record(file);

function record(path: string): void {
  const out = createWriteStream(path, { flags: 'a' });
  const seen = new Map<string, number>();
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const { method = '', url = '' } = request;
    // a script that a page loads is no call
    if (!url.startsWith('/api/') || url.endsWith('.js') || isUpgrade(request.headers)) return;
    const sent = gather(request, 'push');
    const answered = gather(response, 'write', 'end');
    const typeOf = answerType(response);
    response.once('finish', () => {
      const kind = `${method} ${url.split('?', 1)[0]} ${response.statusCode}`;
      const known = seen.get(kind) ?? 0;
      seen.set(kind, known + 1);
      if (known >= keptOfEach) return;
      const type = typeOf();
      const isText = /^(application\/json|text\/plain)/.test(type ?? '');
      const requestBody = sent();
      const answerBody = isText ? answered() : '';
      if (requestBody === undefined || answerBody === undefined) return;
      const requestType = request.headers['content-type'];
      const status = response.statusCode;
      const sentCall = { method, url, requestType, requestBody };
      const call: RecordedCall = { ...sentCall, status, answerType: type, answerBody };
      out.write(`${JSON.stringify(call)}\n`);
    });
  });
}

const isUpgrade = ({ upgrade }: IncomingHttpHeaders) => upgrade !== undefined;

/** Headers come as an object, or as names and values in turn. */
function namedIn(headers: unknown): [string, unknown][] {
  if (!Array.isArray(headers)) return Object.entries(typeof headers === 'object' ? (headers ?? {}) : {});
  return headers.flatMap((name, place): [string, unknown][] =>
    place % 2 === 0 ? [[String(name), headers[place + 1]]] : [],
  );
}

/** Fastify names its headers at the moment it writes them. */
function answerType(response: ServerResponse): () => string | undefined {
  let written: string | undefined;
  const writeHead = response.writeHead;
  response.writeHead = function (this: ServerResponse, ...args: unknown[]) {
    for (const [name, value] of namedIn(args.at(-1)))
      if (name.toLowerCase() === 'content-type') written = String(value);
    return Reflect.apply(writeHead, this, args);
  } as typeof response.writeHead;
  return () => written ?? response.getHeader('content-type')?.toString();
}

/** What passes through these methods of a stream; undefined where it was too much to keep. */
function gather(stream: object, ...methods: string[]): () => string | undefined {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (const method of methods) {
    const through = Reflect.get(stream, method) as (...args: unknown[]) => unknown;
    Reflect.set(stream, method, function (this: unknown, chunk: unknown, ...rest: unknown[]) {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
        const part = Buffer.from(chunk as string);
        bytes += part.length;
        if (bytes <= longestBytes) chunks.push(part);
      }
      return through.call(this, chunk, ...rest);
    });
  }
  return () => (bytes <= longestBytes ? Buffer.concat(chunks).toString('utf8') : undefined);
}
