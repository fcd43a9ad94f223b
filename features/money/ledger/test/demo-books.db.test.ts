import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { ledgerContract } from '../contract.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('proves the books of the demo, every feature its own rows', async () => {
  const proof = await (await server.as('admin')).call(ledgerContract.prove, {});
  expect(proof.checks.filter(({ holds }) => !holds)).toEqual([]);
  expect(proof.checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(server.services.booksChecks.map(({ name }) => name)),
  );
  expect(server.services.booksChecks.length).toBeGreaterThan(15);
  expect(proof.transfers).toBeGreaterThan(100);
});
