import { expect, it } from 'vitest';
import { testServer } from '#kit/server/testing/stage.ts';
import { ledgerContract } from '../contract.ts';
import english from '../i18n/en-us.json' with { type: 'json' };
import chinese from '../i18n/zh-cn.json' with { type: 'json' };

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

it('has the text of every check in each language', async () => {
  const { checks } = await (await server.as('admin')).call(ledgerContract.prove, {});
  for (const { check } of [english, chinese])
    expect(checks.filter(({ name }) => !(name in check)).map(({ name }) => name)).toEqual([]);
});
