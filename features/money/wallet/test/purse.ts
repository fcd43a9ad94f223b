import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { teamContract } from '#features/base/team/contract.ts';
import type { WalletPurpose } from '#features/money/ledger/contract.ts';
import {
  clearing,
  postTransfers,
  prove,
  readBalances,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { CallError, type Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { walletContract as wallet } from '../contract.ts';
import { carryOut } from '../server/carry-out-handover.ts';
import { walletChecks } from '../server/checks.ts';
import { wechatPayees } from '../tables.ts';

export const merchantId: string = demoTenants.merchant;

/** Money out of nowhere but the bank, so that the books still balance. */
export async function earn(
  { services }: TestServer,
  amountFen: number,
  wallet: { tenantId: string; id: string } = { tenantId: merchantId, id: merchantId },
  purpose: WalletPurpose = 'available',
): Promise<void> {
  await services.db.transaction((tx) =>
    postTransfers(tx, [
      {
        key: `test:${newId()}`,
        tenantId: wallet.tenantId,
        kind: 'topup',
        legs: [
          { account: clearing('bank'), amount: -amountFen },
          { account: walletAccount(wallet.tenantId, wallet.id, purpose), amount: amountFen },
        ],
      },
    ]),
  );
}

export async function balance(
  { services }: TestServer,
  purpose: WalletPurpose,
  walletId = merchantId,
  tenantId = merchantId,
): Promise<number> {
  const [found] = await readBalances(services.db.read, [walletAccount(tenantId, walletId, purpose)]);
  return found?.balance ?? 0;
}

/** The first word of what refused a call, or 'ok'. */
export async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    if (error instanceof CallError) return String(error.status);
    throw error;
  }
}

export async function tally(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const result of await Promise.all(calls.map(outcome))) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
}

/** The checks of the ledger and of wallets that do not hold. */
export async function brokenChecks({ services }: TestServer): Promise<string[]> {
  const proof = await prove(services.db, services.clock.now(), walletChecks);
  return proof.checks.filter((check) => !check.holds).map(({ name, examples }) => `${name}: ${examples[0]}`);
}

/** Somebody new at the platform who may decide about money. */
export async function hireAuditor(server: TestServer, account: string, name: string): Promise<Client> {
  const admin = await server.logIn('admin');
  const { id: roleId } = await admin.call(teamContract.saveRole, {
    roleName: `财务复核 ${account}`,
    permissions: ['wallet.view', 'wallet.audit'],
  });
  await admin.call(teamContract.saveUser, {
    account,
    name,
    roleId,
    password: server.encrypt('Demo1234'),
    enabled: true,
    allSites: true,
    siteIds: [],
  });
  return server.logIn(account);
}

/** A second person of the platform who has been there for a while: nobody approves twice. */
export async function secondAuditor(server: TestServer): Promise<Client> {
  const second = await hireAuditor(server, 'auditor2', '复核员');
  await server.services.db
    .raw`update user_account set own_since = own_since - interval '30 days' where account = 'auditor2'`;
  return second;
}

/** Through WeChat's own log-in page, as a person does it. */
export async function bindWechat(
  server: TestServer,
  client: Client,
  tenantId: string,
  userId: string,
): Promise<string> {
  const person = demoPeople[0];
  const code = server.services.demoPay.wechatLogin?.control.issueCode(person?.openId as string);
  const { name } = await client.call(wallet.bindPayee, { code: code as string });
  const row = rows(platformScope, wechatPayees);
  const [bound] = await server.services.db.read.select().from(row).where(eq(row.userId, userId));
  expect(bound?.tenantId).toBe(tenantId);
  // what lies in the database names nobody
  expect(bound?.openId).not.toContain(person?.openId as string);
  return name;
}

/** Asked for by the owner, and agreed to. */
export async function handOverNow(
  services: TestServer['services'],
  owner: Client,
  wish: { walletId: string; toWalletId: string },
): Promise<{ amountFen: number; sites: number }> {
  const asked = await owner.call(wallet.handOverWallet, { ...wish, requestId: newId() });
  if (!asked.id) return asked;
  const row = { tenantId: merchantId, id: asked.id, ...wish };
  const done = await services.db.transaction((tx) => carryOut(tx, services, row, 'agreed'));
  return done ?? asked;
}
