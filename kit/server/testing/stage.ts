import { afterAll, beforeAll } from 'vitest';
import type { Client } from '#kit/contract/client.ts';
import { hourMs } from '#kit/kernel/time.ts';
import { type DemoUser, startTestServer, type TestServer } from './harness.ts';

/** What the tests of a file share: opened before the first of them, closed after the last. Only tests and hooks reach into it. */
export function staged<T extends object>(open: () => Promise<T>, close: (stage: T) => unknown): T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    if (opened) await close(opened);
  });
  const itself = (name: string | symbol): T => {
    if (!opened) throw new Error(`not open yet: ${String(name)} is there for tests and hooks`);
    return opened;
  };
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(itself(name), name),
    // a test that changes the stage changes it for those who come after
    set: (_, name, value) => Reflect.set(itself(name), name, value),
  });
}

/**
 * A client that logs in with its first call, so that a file can name its people before the server is there. Who comes
 * back hours later, by the server's clock, logs in again, as a log-in does not last for ever.
 */
function later(logIn: () => Promise<Client>, now: () => Date): Client {
  let found: { client: Promise<Client>; untilMs: number } | undefined;
  const client = () => {
    const atMs = now().getTime();
    if (!found || atMs > found.untilMs) found = { client: logIn(), untilMs: atMs + hourMs };
    return found.client;
  };
  return {
    call: async (...said) => (await client()).call(...said),
    request: async (...said) => (await client()).request(...said),
  };
}

type Language = Parameters<TestServer['as']>[1];
type Arguments = Parameters<typeof startTestServer>;

export interface FileServer {
  server: TestServer;
  /** a client of a demo user, or of nobody */
  staff(user: DemoUser | undefined, language?: Language): Client;
  /** a client of a demo player, by name in providers/demo-people.ts */
  player(name: string, language?: Language): Client;
}

/** The server of a test file and its people: `const { server, staff } = testServer(); const merchant = staff('merchant');` */
export function testServer(...given: Arguments): FileServer {
  const server = staged(
    () => startTestServer(...given),
    (started) => started.close(),
  );
  const now = () => server.clock.now();
  return {
    server,
    staff: (user, language) => later(() => server.as(user, language), now),
    player: (name, language) => later(() => server.asPlayer(name, language), now),
  };
}
