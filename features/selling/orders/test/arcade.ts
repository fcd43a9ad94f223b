import { vi } from 'vitest';
import { createTestDevice, type TestDevice } from '#features/machines/devices/test/test-device.ts';
import {
  type AccountName,
  mintAccount,
  playerAccount,
  postTransfers,
  prove,
  readBalances,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { findPayments, workDue } from '#features/money/payments/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { secondMs } from '#kit/kernel/time.ts';
import type { UpMessage } from '#kit/protocol/messages.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { orderChecks } from '../server/checks.ts';
import { findByNumber, readRefunds } from '../server/order-queries.ts';
import type { OrderRow } from '../server/order-types.ts';

export const tenantId = demoTenants.merchant;
/** refunds by itself, and leaves it to staff */
export const automaticSite = demoId('site:merchant:1');
export const manualSite = demoId('site:merchant:2');

export const playerName = '林小雨';
export const playerId = demoId(`player:${demoPeople.find(({ name }) => name === playerName)?.openId}`);

export interface Arcade {
  server: TestServer;
  /** a machine that has said hello */
  machine(options?: Parameters<typeof createTestDevice>[1]): Promise<TestDevice>;
  /** the machine says goodbye */
  leave(machine: TestDevice): Promise<void>;
  /** … and is there again */
  machineBack(machine: TestDevice): Promise<void>;
  player(name?: string): Promise<Client>;
  staff(): Promise<Client>;
  order(number: string): Promise<OrderRow>;
  refundsOf(order: OrderRow): ReturnType<typeof readRefunds>;
  /** pays at the platform and has the notice delivered */
  pay(number: string): Promise<void>;
  /** answers the latest command of a machine */
  answer(
    machine: TestDevice,
    result: Partial<UpMessage<'result'>> & Pick<UpMessage<'result'>, 'state'>,
  ): Promise<void>;
  balance(account: AccountName): Promise<number>;
  wallet(purpose: Parameters<typeof walletAccount>[2]): Promise<number>;
  /** puts coins or fen into the player's account at a site */
  give(unit: 'fen' | 'coin' | 'point', amount: number, siteId?: string, to?: string): Promise<void>;
  owned(unit: 'fen' | 'coin' | 'point', siteId?: string): Promise<number>;
  /** lets refunds under way reach their end */
  settleRefunds(): Promise<void>;
  /** what the proof finds wrong */
  broken(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openArcade(
  env: Record<string, string> = {},
  options: Parameters<typeof startTestServer>[1] = {},
): Promise<Arcade> {
  const server = await startTestServer(env, options);
  const { services } = server;
  // spending earns points some moments later, which is tried by itself: what orders give is looked at alone here
  await services.db.raw`update point_rule set active_since = null`;
  let sessions = 0;
  const sessionOf = new Map<string, string>();
  const scope = tenantScope(tenantId);
  const balance = async (account: AccountName) =>
    (await readBalances(services.db.read, [account]))[0]?.balance ?? 0;
  const arcade: Arcade = {
    server,
    async machine(options = {}) {
      const made = await createTestDevice(server, { siteId: automaticSite, ...options });
      await arcade.machineBack(made);
      return made;
    },
    async machineBack(machine) {
      const session = `order session ${++sessions}`;
      sessionOf.set(machine.id, session);
      await machine.say('hello', machine.hello(session));
    },
    leave: (machine) =>
      machine.say('offline', { session: sessionOf.get(machine.id) as string, reason: 'shutdown' }),
    player: (name = playerName) => server.asPlayer(name),
    // tests move the clock, which ends older logins
    staff: async () => server.withToken((await server.login('merchant')).access_token),
    async order(number) {
      const found = await findByNumber(services.db.read, scope, number);
      if (!found) throw new Error(`no order ${number}`);
      return found;
    },
    refundsOf: (order) => readRefunds(services.db.read, order.tenantId, order.id),
    async pay(number) {
      const order = await arcade.order(number);
      const [payment] = await findPayments(services.db.read, tenantId, { kind: 'order', id: order.id });
      if (!payment || payment.channel === 'counter') throw new Error('nothing to pay at a platform');
      const platform = services.demoPay[payment.channel];
      const payer = demoPeople.find((person) => person.platform === payment.channel);
      platform?.control.pay(payment.outTradeNo, { openId: payer?.openId as string });
      await platform?.control.flushNotices();
    },
    async answer(machine, result) {
      await vi.waitUntil(() => machine.heard('command').length > 0, soon);
      const { id } = machine.heard('command').at(-1)!;
      await machine.say('result', { id, at: server.clock.now().toISOString(), ...result });
    },
    balance,
    wallet: (purpose) => balance(walletAccount(tenantId, tenantId, purpose)),
    async give(unit, amount, siteId = automaticSite, to = playerId) {
      const from: AccountName =
        unit === 'fen' ? { ...mintAccount(tenantId, 'coin'), unit } : mintAccount(tenantId, unit);
      await services.db.transaction((tx) =>
        postTransfers(tx, [
          {
            key: newId(),
            tenantId,
            kind: 'grant',
            legs: [
              { account: from, amount: -amount },
              { account: playerAccount(tenantId, to, siteId, unit), amount },
            ],
          },
        ]),
      );
    },
    owned: (unit, siteId = automaticSite) => balance(playerAccount(tenantId, playerId, siteId, unit)),
    async settleRefunds() {
      const underWay = () =>
        services.db.raw`select 1 from payment_refund where state not in ('done', 'failed')`;
      for (let turn = 0; turn < 120 && (await underWay()).length > 0; turn++) {
        await workDue(services);
        await Promise.all([
          services.demoPay.wechat?.control.flushNotices(),
          services.demoPay.alipay?.control.flushNotices(),
        ]);
        server.clock.forward(30 * secondMs);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async broken() {
      const proof = await prove(services.db, server.clock.now(), orderChecks);
      return proof.checks.filter(({ holds }) => !holds).map(({ name, examples }) => `${name}: ${examples}`);
    },
    close: () => server.close(),
  };
  return arcade;
}
