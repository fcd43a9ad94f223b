import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a database that a test can hold up, cut and close. */
export interface ShakyLine {
  url: string;
  /** nothing passes any more; `answers` alone leaves the way there open */
  hold(what?: 'everything' | 'answers'): void;
  release(): void;
  /** what is connected now dies without a word; new connections work */
  strand(): void;
  /** every connection ends; new ones may come */
  cut(): void;
  /** every connection ends, and new ones are refused */
  close(): Promise<void>;
  reopen(): Promise<void>;
  stop(): Promise<void>;
}

export async function shakyLine(target: string): Promise<ShakyLine> {
  const there = new URL(target);
  const pairs = new Set<readonly [here: Socket, there: Socket]>();
  let held: 'everything' | 'answers' | undefined;
  const apply = ([here, far]: readonly [Socket, Socket]) => {
    if (held === 'everything') here.pause();
    else here.resume();
    if (held) far.pause();
    else far.resume();
  };
  const server = createServer((here) => {
    const far = connect(Number(there.port), there.hostname);
    const pair = [here, far] as const;
    pairs.add(pair);
    here.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => here.write(bytes));
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
    }
    apply(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  const hold = (what: typeof held) => {
    held = what;
    for (const pair of pairs) apply(pair);
  };
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const close = () => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    cut();
    return closed;
  };
  const stranded = new Set<Socket>();
  return {
    strand() {
      for (const pair of pairs)
        for (const socket of pair) {
          socket.removeAllListeners('data');
          socket.pause();
          stranded.add(socket);
        }
      pairs.clear();
    },
    url: url.href,
    hold: (what = 'everything') => hold(what),
    release: () => hold(undefined),
    cut,
    close,
    async reopen() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    stop: async () => {
      for (const socket of stranded) socket.destroy();
      if (server.listening) await close();
    },
  };
}
