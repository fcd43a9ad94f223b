import { eq } from 'drizzle-orm';
import { userByAccount } from '#features/base/accounts/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { demoPassword } from '#kit/server/demo.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import { rows } from '#kit/server/tables.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { walletContract as wallet } from '../contract.ts';
import { askWithdrawal } from '../server/ask-withdrawal.ts';
import { withdrawalPolicy, withdrawals } from '../tables.ts';
import { balance, earn, merchantId, secondAuditor } from './purse.ts';

export interface Desk {
  server: TestServer;
  /** the merchant's owner, with money and a bank card */
  owner: Client;
  /** two people of the platform */
  admin: Client;
  second: Client;
  /** again after the clock was moved: sessions end by it */
  logIn(): Promise<void>;
  /** as if two people had agreed to it long ago */
  setPolicy(change: Partial<typeof withdrawalPolicy.$inferSelect>): Promise<void>;
  /** the owner asks for money, to the bank card unless told otherwise */
  ask(amountFen: number, more?: object): Promise<string>;
  /** the same past the password, for what many do at once: guesses are counted one after another */
  askProven(amountFen: number, more?: object): Promise<string>;
  decide(
    who: Client,
    id: string,
    action: 'take' | 'approve' | 'paid' | 'reject',
    more?: object,
  ): Promise<{ state: string; step: string | null }>;
  stored(id: string): Promise<NonNullable<Awaited<ReturnType<typeof readWithdrawal>>>>;
  /** available and frozen of the main wallet */
  money(): Promise<readonly [number, number]>;
}

async function readWithdrawal({ services }: TestServer, id: string) {
  const row = rows(platformScope, withdrawals);
  const [found] = await services.db.read.select().from(row).where(eq(row.id, id));
  return found;
}

/** An owner whose password was right a moment ago. */
export async function proven(
  { services }: TestServer,
  account: string,
  tenantId: string,
): Promise<StaffContext> {
  const person = await userByAccount(services.db.read, account);
  if (!person) throw new Error(`nobody is called ${account}`);
  return {
    services,
    db: services.db,
    clock: services.clock,
    address: '127.0.0.1',
    language: 'zh-cn',
    session: {
      ...person,
      userId: person.id,
      tenantId,
      realm: 'merchant',
      userType: userTypes.merchant,
      scope: tenantScope(tenantId),
    },
  } as unknown as StaffContext;
}

/** A merchant who withdraws and a platform that decides, without the daily limits, which have another test. */
export async function openDesk(): Promise<Desk> {
  const server = await startTestServer();
  const second = await secondAuditor(server);
  const owner = await server.as('merchant');
  const { cards } = await owner.call(wallet.readWithdrawalChoices, {});
  const cardId = cards[0]?.id as string;
  const fresh = async (user: string) => server.withToken((await server.login(user)).access_token);
  const desk: Desk = {
    server,
    owner,
    admin: await server.as('admin'),
    second,
    async logIn() {
      desk.owner = await fresh('merchant');
      desk.admin = await fresh('admin');
      desk.second = await fresh('auditor2');
    },
    async setPolicy(change) {
      await server.services.db.transaction((tx) =>
        tx.update(withdrawalPolicy).set(change).where(eq(withdrawalPolicy.state, 'agreed')),
      );
    },
    async ask(amountFen, more = {}) {
      const password = server.encrypt(demoPassword);
      const wish = { amountFen, target: 'bank' as const, cardId, requestId: newId(), password, ...more };
      return (await desk.owner.call(wallet.askWithdrawal, wish)).id;
    },
    async askProven(amountFen, more = {}) {
      const wish = { amountFen, target: 'bank' as const, cardId, requestId: newId(), ...more };
      return (await askWithdrawal(await proven(server, 'merchant', merchantId), wish)).id;
    },
    decide: (who, id, action, more = {}) => who.call(wallet.decideWithdrawal, { id, action, ...more }),
    async stored(id) {
      const found = await readWithdrawal(server, id);
      if (!found) throw new Error(`no withdrawal ${id}`);
      return found;
    },
    money: async () => [await balance(server, 'available'), await balance(server, 'frozen')] as const,
  };
  await earn(server, 100_000_00);
  await desk.setPolicy({ dailyCount: 100, dailyFen: 10_000_000_00 });
  return desk;
}
