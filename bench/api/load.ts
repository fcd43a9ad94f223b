/**
 * Asks for one thing over and over on raw keep-alive connections, one request in flight on each. A client of full HTTP
 * would cost as much as the servers it measures. Prints answers per second.
 */
import { connect } from 'node:net';

export interface LoadOrder {
  url: string;
  headers: Record<string, string>;
  connections: number;
  warmUpMs: number;
  measureMs: number;
}

const order = JSON.parse(process.argv[2]!) as LoadOrder;
const { hostname, port, pathname, search } = new URL(order.url);
const request = Buffer.from(
  [
    `GET ${pathname}${search} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    ...Object.entries(order.headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n'),
);
const headEnd = Buffer.from('\r\n\r\n');

/** Every answer has the length of the first, which is read in full; another status or length ends the run. */
function answerLength(first: Buffer): number {
  const head = first.subarray(0, first.indexOf(headEnd) + headEnd.length);
  const length = /^content-length: (\d+)/im.exec(head.toString('latin1'))?.[1];
  if (length === undefined) throw new Error('an answer without content-length can not be counted');
  return head.length + Number(length);
}

let answers = 0;

function openConnection(): void {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let expected = 0;
  let received = 0;
  socket.on('connect', () => socket.write(request));
  socket.on('data', (chunk: Buffer) => {
    if (received === 0) {
      if (chunk.length < 12 || chunk.toString('latin1', 9, 12) !== '200')
        throw new Error(`refused: ${chunk.toString('latin1').slice(0, 200)}`);
      expected ||= answerLength(chunk);
    }
    received += chunk.length;
    if (received < expected) return;
    if (received > expected) throw new Error('the length of the answer changed');
    received = 0;
    answers += 1;
    socket.write(request);
  });
  socket.on('error', (error) => {
    throw error;
  });
  socket.on('close', () => {
    throw new Error('the server closed a connection');
  });
}

for (let count = 0; count < order.connections; count += 1) openConnection();
setTimeout(() => {
  const before = answers;
  const startedMs = performance.now();
  setTimeout(() => {
    console.log(((answers - before) / (performance.now() - startedMs)) * 1000);
    process.exit(0);
  }, order.measureMs);
}, order.warmUpMs);
