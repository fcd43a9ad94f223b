import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { afterAll, describe, expect, test } from 'vitest';
import type { Reader } from './database.ts';
import { checkDriver, checkDrizzle } from './drizzle-inside.ts';
import { StartupError } from './startup-error.ts';

const client = postgres('postgres://nobody@127.0.0.1:1/none', { max: 1 });
afterAll(() => client.end());

const refusalOf = (check: () => void): unknown => {
  try {
    check();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe("what we take from Drizzle's inside", () => {
  test('is there in the version we have', () => {
    expect(refusalOf(() => checkDrizzle(drizzle(client), client))).toBeUndefined();
  });

  test('is missed in one sentence when a version keeps its driver elsewhere', () => {
    const moved = { $session: { client } } as unknown as Reader;
    const refusal = refusalOf(() => checkDriver(moved));
    expect(refusal).toBeInstanceOf(StartupError);
    expect((refusal as StartupError).text('en-us')).toContain('_.session.client');
  });

  test('or puts another one there', () => {
    const wrapped = { _: { session: { client: { unsafe: client.unsafe } } } } as unknown as Reader;
    expect(refusalOf(() => checkDriver(wrapped, client))).toBeInstanceOf(StartupError);
    expect(refusalOf(() => checkDriver(wrapped))).toBeUndefined();
  });
});
