/**
 * Asks two servers for the same thing in short turns, on raw keep-alive connections with one request in flight on each.
 * A client of full HTTP would cost as much as the servers it measures. Prints the answers per second of every turn.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface LoadOrder {
  urls: readonly string[];
  headers: Record<string, string>;
  connections: number;
  turns: number;
  turnMs: number;
}

/** per server, in the order of `urls` */
export type LoadResult = { answers: number; perSecond: number[] }[];

const headEnd = Buffer.from('\r\n\r\n');

/** Every answer has the length of the first, which is read in full; another status or length ends the run. */
function answerLength(first: Buffer): number {
  const head = first.subarray(0, first.indexOf(headEnd) + headEnd.length);
  const length = /^content-length: (\d+)/im.exec(head.toString('latin1'))?.[1];
  if (length === undefined) throw new Error('an answer without content-length can not be counted');
  return head.length + Number(length);
}

class Target {
  answers = 0;
  running = false;
  inFlight = 0;
  readonly #sockets: Socket[] = [];
  readonly #request: Buffer;
  readonly #url: URL;

  constructor(address: string, headers: Record<string, string>) {
    this.#url = new URL(address);
    const { host, pathname, search } = this.#url;
    const lines = [
      `GET ${pathname}${search} HTTP/1.1`,
      `host: ${host}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    this.#request = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  }

  async open(connections: number): Promise<void> {
    for (let count = 0; count < connections; count += 1) await this.#openOne();
  }

  #openOne(): Promise<void> {
    const socket = connect({ host: this.#url.hostname, port: Number(this.#url.port), noDelay: true });
    let expected = 0;
    let received = 0;
    socket.on('data', (chunk: Buffer) => {
      if (received === 0) {
        if (chunk.toString('latin1', 9, 12) !== '200')
          throw new Error(`refused: ${chunk.toString('latin1', 0, 200)}`);
        expected ||= answerLength(chunk);
      }
      received += chunk.length;
      if (received < expected) return;
      if (received > expected) throw new Error('the length of the answer changed');
      received = 0;
      this.answers += 1;
      if (this.running) socket.write(this.#request);
      else this.inFlight -= 1;
    });
    const fail = (error: Error) => {
      throw error;
    };
    socket.on('error', fail);
    socket.on('close', () => fail(new Error(`${this.#url.host} closed a connection`)));
    this.#sockets.push(socket);
    return new Promise((opened) => socket.once('connect', opened));
  }

  async turn(turnMs: number): Promise<number> {
    const before = this.answers;
    const startedMs = performance.now();
    this.running = true;
    this.inFlight = this.#sockets.length;
    for (const socket of this.#sockets) socket.write(this.#request);
    await wait(turnMs);
    const speed = ((this.answers - before) / (performance.now() - startedMs)) * 1000;
    this.running = false;
    // The other server's turn starts when this one is at rest.
    while (this.inFlight > 0) await wait(1);
    return speed;
  }
}

const order = JSON.parse(process.argv[2]!) as LoadOrder;
const targets = order.urls.map((url) => new Target(url, order.headers));
for (const target of targets) await target.open(order.connections);
const speeds = targets.map((): number[] => []);
for (let turn = 0; turn < order.turns; turn += 1) {
  for (let step = 0; step < targets.length; step += 1) {
    const index = (turn + step) % targets.length;
    speeds[index]!.push(await targets[index]!.turn(order.turnMs));
  }
}
const result: LoadResult = targets.map(({ answers }, index) => ({ answers, perSecond: speeds[index]! }));
console.log(JSON.stringify(result));
process.exit(0);
