import { expect } from 'vitest';
import { accountsContract } from '#features/accounts/contract.ts';
import { createTestDevice, type TestDevice } from '#features/devices/test/test-device.ts';
import { prove, readBalances } from '#features/ledger/server/public.ts';
import { playerAccount } from '#features/wallet/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { UpMessage } from '#kit/protocol/messages.ts';
import { demoId, demoPassword, demoTenants } from '#kit/server/demo.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { demoPeople } from '#providers/demo-people.ts';

export const site = demoId('site:merchant:1');
export const playerId = (name: string) =>
  demoId(`player:${demoPeople.find((person) => person.name === name)?.openId}`);

let sessions = 0;
export async function onlineDevice(
  server: TestServer,
  options: Parameters<typeof createTestDevice>[1] = {},
): Promise<TestDevice> {
  const made = await createTestDevice(server, options);
  await made.say('hello', made.hello(`coins ${++sessions}`));
  return made;
}

/** What the machine was told, once the dispatcher has sent it. */
export async function commandsOf(machine: TestDevice, count = 1) {
  await expect.poll(() => machine.heard('command').length, { timeout: 15_000 }).toBe(count);
  return machine.heard('command');
}

export async function answer(
  server: TestServer,
  machine: TestDevice,
  outcome: Partial<UpMessage<'result'>> & Pick<UpMessage<'result'>, 'state'>,
  count = 1,
) {
  const { id } = (await commandsOf(machine, count)).at(-1)!;
  await machine.say('result', { id, at: server.clock.now().toISOString(), ...outcome });
  return id;
}

export const refusalOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'done',
    (error: Error & { key?: string }) => error.key ?? error.message,
  );

export const logIn = async (server: TestServer, account: string): Promise<Client> =>
  server.withToken((await server.login(account)).access_token);

/** A member of staff with a job role of its own. */
export async function hire(server: TestServer, merchant: Client, permissions: string[]) {
  const account = `k${newId().slice(-8)}`;
  const role = await merchant.call(accountsContract.saveRole, { roleName: account, permissions });
  await merchant.call(accountsContract.saveStaff, {
    account,
    name: account,
    roleId: role.id,
    allSites: true,
    password: server.encrypt(demoPassword),
  });
  return { name: account, client: await logIn(server, account) };
}

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
