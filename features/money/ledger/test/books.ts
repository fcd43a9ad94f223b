import { expect } from 'vitest';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { prove } from '../server/public.ts';

/** Everything adds up: the books by themselves, and the rows of every feature with them. */
export async function expectBooksRight({ services, clock }: TestServer): Promise<void> {
  const { checks } = await prove(services.db, clock.now(), services.booksChecks);
  expect(checks.filter(({ holds }) => !holds)).toEqual([]);
}
