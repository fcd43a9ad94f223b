import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoPassword } from '#kit/server/demo.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { teamContract } from '../contract.ts';

export interface HiredStaff {
  account: string;
  roleId: string;
  client: Client;
}

/** A member of staff with a job role of its own, so that no other test stands in its way. */
export async function hireStaff(
  server: TestServer,
  merchant: Client,
  permissions: string[],
  siteIds?: string[],
): Promise<HiredStaff> {
  const account = `k${newId().slice(-8)}`;
  const { id: roleId } = await merchant.call(teamContract.saveRole, { roleName: account, permissions });
  await merchant.call(teamContract.saveStaff, {
    account,
    name: account,
    roleId,
    allSites: siteIds === undefined,
    siteIds: siteIds ?? [],
    password: server.encrypt(demoPassword),
  });
  return { account, roleId, client: await server.logIn(account) };
}
