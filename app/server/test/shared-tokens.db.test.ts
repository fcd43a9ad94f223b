import { expect, it } from 'vitest';
import { hourMs, minuteMs } from '#kit/kernel/time.ts';
import { installation } from '#kit/server/installation.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { createSharedTokens } from '../shared-tokens.ts';

const { server } = testServer();

/** One process after the other begins, on one database; each remembers for itself. */
const process = () => createSharedTokens(server.services);

let fetched = 0;
const fetchNew = async () => {
  fetched += 1;
  return { value: `token ${fetched}`, lifeMs: 2 * hourMs };
};

it('a token of the platform is fetched by one of many processes, and used by all', async () => {
  fetched = 0;
  const processes = Array.from({ length: 6 }, process);
  const tokens = await Promise.all(processes.map((one) => one.get('of all', fetchNew)));
  expect(new Set(tokens)).toEqual(new Set(['token 1']));
  expect(await process().get('of all', fetchNew)).toBe('token 1');
  expect(fetched).toBe(1);
});

it('one that the platform refused is renewed once, whoever hears of it first', async () => {
  fetched = 0;
  const [one, other] = [process(), process()];
  await Promise.all([one, other].map((each) => each.get('refused', fetchNew)));
  expect(await one.get('refused', fetchNew, 'token 1')).toBe('token 2');
  expect(await other.get('refused', fetchNew, 'token 1')).toBe('token 2');
  expect(fetched).toBe(2);
});

it('one is renewed before its end, and what fails is tried again by the next', async () => {
  fetched = 0;
  const [one, other] = [process(), process()];
  const refuse = async () => {
    throw new Error('no answer');
  };
  await expect(one.get('ending', refuse)).rejects.toThrow('no answer');
  expect(await one.get('ending', fetchNew)).toBe('token 1');
  server.clock.forward(2 * hourMs - 4 * minuteMs);
  expect(await other.get('ending', fetchNew)).toBe('token 2');
  expect(await one.get('ending', fetchNew)).toBe('token 2');
});

it('no token is readable in the database', async () => {
  await process().get('sealed', async () => ({ value: 'open-secret', lifeMs: hourMs }));
  const rows = await server.services.db.read.select().from(installation);
  expect(JSON.stringify(rows)).not.toContain('open-secret');
});
