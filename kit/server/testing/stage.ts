import { afterAll, beforeAll } from 'vitest';
import type { Client } from '#kit/contract/client.ts';
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
  return new Proxy({} as T, {
    get(_, name) {
      if (!opened) throw new Error(`not open yet: ${String(name)} is there for tests and hooks`);
      return Reflect.get(opened, name);
    },
  });
}

/** A client that logs in with its first call, so that a file can name its people before the server is there. */
function later(logIn: () => Promise<Client>): Client {
  let found: Promise<Client> | undefined;
  const client = () => {
    found ??= logIn();
    return found;
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
  return {
    server,
    staff: (user, language) => later(() => server.as(user, language)),
    player: (name, language) => later(() => server.asPlayer(name, language)),
  };
}
