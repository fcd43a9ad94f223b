import { eq } from 'drizzle-orm';
import { sitesContract } from '#features/base/sites/contract.ts';
import {
  clearing,
  playerAccount,
  postTransfers,
  prove,
  readBalances,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { preparePayment } from '#features/money/payments/server/public.ts';
import {
  createOrder,
  type OrderView,
  refundOrder,
  registerFulfilment,
} from '#features/selling/orders/server/public.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addDays, businessDay, minuteMs } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { demoPeople } from '#providers/demo-people.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import { sharingContract } from '../contract.ts';
import { sharingChecks } from '../server/checks.ts';
import { runSite } from '../server/run-site.ts';
import { shareLines } from '../tables.ts';

export const tenantId = demoTenants.merchant;
export const scope = tenantScope(tenantId);
const player = demoId('player:sharing-test');
const payerOf = (wanted: ChannelName) =>
  demoPeople.find(({ platform }) => platform === wanted)?.openId as string;

const loginLastsMs = 10 * minuteMs;

type VersionInput = InputOf<typeof sharingContract.saveVersion>;

export function shopOf(server: TestServer) {
  const { services } = server;
  const { db } = services;
  registerFulfilment(services, 'sharing-test', { start: async () => 'fulfilled' });
  let login: { token: string; at: number } | undefined;
  /** logged in again when the test's clock has gone on for long */
  const merchant = async () => {
    const now = server.clock.now().getTime();
    if (!login || now - login.at > loginLastsMs)
      login = { token: (await server.login('merchant')).access_token, at: now };
    return server.withToken(login.token);
  };

  const fund = async (siteId: string, amountFen: number) =>
    db.transaction((tx) =>
      postTransfers(tx, [
        {
          key: `test-fund:${newId()}`,
          tenantId,
          kind: 'topup',
          legs: [
            { account: clearing('wechat'), amount: -amountFen },
            { account: playerAccount(tenantId, player, siteId, 'fen'), amount: amountFen },
          ],
        },
      ]),
    );

  const order = (siteId: string, amountFen: number, payWay: 'balance' | 'counter' | ChannelName) => ({
    tenantId,
    kind: 'play' as const,
    siteId,
    playerId: player,
    payWay,
    amount: amountFen,
    items: [{ name: '游戏', quantity: 1, amount: amountFen }],
    fulfilment: { name: 'sharing-test', plan: {} },
    settlesTo: 'earnings' as const,
    ...(payWay === 'wechat' || payWay === 'alipay'
      ? { payer: { scene: 'jsapi' as const, payerId: payerOf(payWay) } }
      : {}),
    ...(payWay === 'counter' ? { user: { id: demoId('user:merchant'), name: '陈立新' } } : {}),
  });

  /** somebody may pay it at the platform now */
  const offer = async (siteId: string, amountFen: number, platform: ChannelName): Promise<OrderView> => {
    const made = await db.transaction((tx) => createOrder(tx, services, order(siteId, amountFen, platform)));
    await preparePayment(services, tenantId, made.paymentId as string);
    return made;
  };
  const pay = async ({ paymentId, payWay }: OrderView): Promise<void> => {
    const platform = payWay as ChannelName;
    const { control } = services.demoPay[platform]!;
    control.pay((paymentId as string).replaceAll('-', ''), { openId: payerOf(platform) });
    await control.flushNotices();
  };

  return {
    merchant,

    /** one that nobody else's rule or order touches */
    async newSite(): Promise<string> {
      const client = await merchant();
      const { id } = await client.call(sitesContract.createSite, {
        name: `分账测试 ${newId().slice(-6)}`,
        type: 'arcade',
        regionCode: '310115',
        address: '测试路 1 号',
      });
      return id;
    },

    /** delivered and settled at once, paid from the player's balance: no fee */
    async sell(siteId: string, ...amounts: number[]): Promise<OrderView[]> {
      await fund(
        siteId,
        amounts.reduce((sum, amount) => sum + amount, 0),
      );
      const made: OrderView[] = [];
      for (const amount of amounts)
        made.push(await db.transaction((tx) => createOrder(tx, services, order(siteId, amount, 'balance'))));
      return made;
    },

    async sellForCash(siteId: string, amountFen: number): Promise<OrderView> {
      return db.transaction((tx) => createOrder(tx, services, order(siteId, amountFen, 'counter')));
    },

    offer,
    pay,

    /** paid at the simulated platform, which tells us by its own notice */
    async sellByWechat(siteId: string, amountFen: number): Promise<OrderView> {
      const made = await offer(siteId, amountFen, 'wechat');
      await pay(made);
      return made;
    },

    refund: (orderId: string, amount?: number) =>
      db.transaction((tx) =>
        refundOrder(tx, services, { tenantId, id: orderId }, { amount, reason: '测试', automatic: false }),
      ),

    async addReceiver(
      name: string,
      more: Partial<InputOf<typeof sharingContract.saveReceiver>> = {},
    ): Promise<string> {
      const client = await merchant();
      const { id } = await client.call(sharingContract.saveReceiver, {
        kind: 'partner',
        way: 'account',
        name,
        ...more,
      });
      return id;
    },

    /** a rule of the test's own, from today or so many days ago */
    async share(
      siteId: string,
      terms: Partial<VersionInput> & Pick<VersionInput, 'ratios'>,
    ): Promise<string> {
      const client = await merchant();
      const today = businessDay(services.clock.now());
      const { id } = await client.call(sharingContract.saveVersion, {
        fieldId: siteId,
        effectiveFrom: today,
        deductFee: true,
        includeCash: false,
        costs: [],
        ...terms,
      });
      return id;
    },

    run: (siteId: string) => runSite(services, { tenantId, siteId }, { open: true, retry: true }),

    async linesOf(orderId: string) {
      const line = rows(scope, shareLines);
      return db.read.select().from(line).where(eq(line.orderId, orderId)).orderBy(line.receiverId);
    },

    /** kept here for a receiver without a wallet */
    async kept(receiverId: string): Promise<number> {
      const [balance] = await readBalances(db.read, [
        { tenantId, ownerKind: 'receiver', ownerId: receiverId, purpose: 'available', unit: 'fen' },
      ]);
      return balance?.balance ?? 0;
    },

    async walletOf(owner: string, of: string = tenantId): Promise<number> {
      const [balance] = await readBalances(db.read, [walletAccount(of, owner, 'available')]);
      return balance?.balance ?? 0;
    },

    /** as a top-up would */
    async fundWallet(owner: string, amountFen: number): Promise<void> {
      await db.transaction((tx) =>
        postTransfers(tx, [
          {
            key: `test-fund:${newId()}`,
            tenantId,
            kind: 'topup',
            legs: [
              { account: clearing('bank'), amount: -amountFen },
              { account: walletAccount(tenantId, owner, 'available'), amount: amountFen },
            ],
          },
        ]),
      );
    },

    /** takes everything out of a wallet, as a withdrawal would */
    async empty(owner: string, leaveFen = 0): Promise<void> {
      const account = walletAccount(tenantId, owner, 'available');
      const [balance] = await readBalances(db.read, [account]);
      const amount = (balance?.balance ?? 0) - leaveFen;
      if (amount === 0) return;
      await db.transaction((tx) =>
        postTransfers(tx, [
          {
            key: `test-empty:${newId()}`,
            tenantId,
            kind: 'withdrawal',
            legs: [
              { account, amount: -amount },
              { account: clearing('bank'), amount },
            ],
          },
        ]),
      );
    },

    /** only what sharing itself promises, and the books as such */
    async provenWrong(): Promise<unknown[]> {
      const proof = await prove(db, services.clock.now(), sharingChecks);
      return proof.checks.filter(({ holds }) => !holds);
    },

    tomorrow: () => addDays(businessDay(services.clock.now()), 1),
  };
}
