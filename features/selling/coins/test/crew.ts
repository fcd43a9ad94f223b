import { expect } from 'vitest';
import { playerAccount, prove, readBalances } from '#features/money/ledger/server/public.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { demoPeople } from '#providers/demo-people.ts';

export const site = demoId('site:merchant:1');
export const playerId = (name: string) =>
  demoId(`player:${demoPeople.find((person) => person.name === name)?.openId}`);

export async function owned(server: TestServer, player: string, unit: 'coin' | 'ticket' = 'coin') {
  const [balance] = await readBalances(server.services.db.read, [
    playerAccount(demoTenants.merchant, playerId(player), site, unit),
  ]);
  return balance!.available;
}

export async function expectProof(server: TestServer) {
  const proof = await prove(
    server.services.db,
    server.clock.now(),
    server.services.booksChecks.filter(({ name }) => name.startsWith('coin')),
  );
  expect(proof.checks.filter(({ holds }) => !holds)).toEqual([]);
}
