import { accountsContract } from '#features/accounts/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoPassword } from '#kit/server/demo.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { remotecreditContract } from '../contract.ts';

export interface Limit {
  perCredit: number;
  perDay: number;
}

export const logIn = async (server: TestServer, account: string): Promise<Client> =>
  server.withToken((await server.login(account)).access_token);

/** A member of staff with a job role of its own, limited as told. */
export async function hireStaff(
  server: TestServer,
  merchant: Client,
  limit?: Limit,
): Promise<{ account: string; client: Client }> {
  const account = `c${newId().slice(-8)}`;
  const role = await merchant.call(accountsContract.saveRole, {
    roleName: account,
    permissions: ['remotecredit.view', 'remotecredit.credit', 'remotecredit.limits'],
  });
  await merchant.call(accountsContract.saveStaff, {
    account,
    name: account,
    roleId: role.id,
    allSites: true,
    password: server.encrypt(demoPassword),
  });
  if (limit) await merchant.call(remotecreditContract.saveLimit, { roleId: role.id, ...limit });
  return { account, client: await logIn(server, account) };
}

/** The key of the refusal, or that there was none. */
export const refusalOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'done',
    (error: Error & { key?: string }) => error.key ?? error.message,
  );
