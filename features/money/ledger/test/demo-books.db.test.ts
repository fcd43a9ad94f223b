import { expect, it } from 'vitest';
import { testServer } from '#kit/server/testing/stage.ts';
import { ledgerContract } from '../contract.ts';

const { server } = testServer();

it('proves the books of the demo, every feature its own rows', async () => {
  const proof = await (await server.as('admin')).call(ledgerContract.prove, {});
  expect(proof.checks.filter(({ holds }) => !holds)).toEqual([]);
  expect(proof.checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(server.services.booksChecks.map(({ name }) => name)),
  );
  expect(server.services.booksChecks.length).toBeGreaterThan(15);
  expect(proof.transfers).toBeGreaterThan(100);
});
