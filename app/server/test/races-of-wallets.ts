import { expect } from 'vitest';
import { partnersContract } from '#features/base/partners/contract.ts';
import { ledgerContract } from '#features/money/ledger/contract.ts';
import { clearing, postTransfers, walletAccount } from '#features/money/ledger/server/public.ts';
import { walletContract as wallet } from '#features/money/wallet/contract.ts';
import { balance, earn } from '#features/money/wallet/test/purse.ts';
import { tenantId } from '#features/selling/orders/test/arcade.ts';
import { sharingContract } from '#features/selling/sharing/contract.ts';
import { shopOf } from '#features/selling/sharing/test/shop.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoId } from '#kit/server/demo.ts';
import { atOnce, franchisee, type Races, type Track } from './race-track.ts';

const password = 'Start1234';
const shops = new WeakMap<object, ReturnType<typeof shopOf>>();

async function newFranchisee({ arcade: { server }, owner }: Track, account: string) {
  const { id } = await owner.call(partnersContract.saveFranchisee, {
    account,
    name: account,
    password: server.encrypt(password),
    siteIds: [],
  });
  return id;
}

/** Half of what is free, asked for and not decided about. */
async function frozen(track: Track): Promise<{ id: string; amountFen: number }> {
  const amountFen = Math.floor((await track.free()) / 2);
  return { ...(await track.withdraw(amountFen)), amountFen };
}

/** A site whose orders of ¥10 each are shared half and half with somebody who has no wallet. */
async function sharedSite({ arcade: { server } }: Track, ...amounts: number[]) {
  const known = shops.get(server);
  // a shop says once what becomes of its orders, and invents who buys there: members are players whom somebody knows
  const shop = known ?? shopOf(server);
  shops.set(server, shop);
  if (!known)
    await server.services.db.raw`
      insert into player (id, platform, app_id, open_id)
      values (${demoId('player:sharing-test')}, 'wechat', 'sharing', 'sharing-test')`;
  const fieldId = await shop.newSite();
  const receiverId = await shop.addReceiver(`分账 ${newId().slice(-6)}`);
  await shop.share(fieldId, { ratios: [{ receiverId, basisPoints: 5_000 }] });
  await shop.sell(fieldId, ...amounts);
  return { shop, fieldId, receiverId };
}

const deduct = (amountFen: number) =>
  ({ tenantId, direction: 'deduct', amountFen, reason: 'race', requestId: newId() }) as const;

export const walletRaces: Races = {
  async 'wallet.transferMoney'({ owner, race }) {
    const send = (amountFen: number) =>
      owner.call(wallet.transferMoney, { toWalletId: franchisee, amountFen, requestId: newId() });
    expect(await race(send)).toBeLessThanOrEqual(1);
  },
  async 'wallet.askWithdrawal'({ race, withdraw }) {
    expect(await race(withdraw)).toBeLessThanOrEqual(1);
  },
  async 'wallet.cancelWithdrawal'(track) {
    const { id, amountFen } = await frozen(track);
    const available = (await track.arcade.wallet('available')) + (await track.arcade.wallet('frozen'));
    expect(
      await track.race(() => track.owner.call(wallet.cancelWithdrawal, { id }), amountFen),
    ).toBeGreaterThanOrEqual(1);
    expect((await track.arcade.wallet('available')) + (await track.arcade.wallet('frozen'))).toBe(available);
  },
  async 'wallet.decideWithdrawal'(track) {
    const { id, amountFen } = await frozen(track);
    const admin = await track.logIn('admin');
    await admin.call(wallet.decideWithdrawal, { id, action: 'take' });
    const reject = () => admin.call(wallet.decideWithdrawal, { id, action: 'reject', reason: 'race' });
    expect(await track.race(reject, amountFen)).toBe(1);
  },
  async 'wallet.payDeposit'({ arcade, owner, race }) {
    await race(() => owner.call(wallet.payDeposit, { requestId: newId() }));
    expect(await arcade.wallet('deposit')).toBe(60_000);
  },
  async 'wallet.askDepositReturn'({ arcade, owner, race }) {
    await owner.call(wallet.payDeposit, { requestId: newId() }).catch(() => undefined);
    const deposit = await arcade.wallet('deposit');
    expect(deposit).toBe(60_000);
    const back = () =>
      owner.call(wallet.askDepositReturn, { target: 'balance' as const, requestId: newId() });
    expect(await race(back, deposit)).toBe(1);
    expect(await arcade.wallet('deposit')).toBe(0);
    expect(await arcade.wallet('frozen')).toBeGreaterThanOrEqual(deposit);
  },
  async 'wallet.adjustMoney'(track) {
    const admin = await track.logIn('admin');
    const amountFen = Math.floor((await track.arcade.wallet('available')) * 0.6);
    expect(await track.race(() => admin.call(wallet.adjustMoney, deduct(amountFen)))).toBe(1);
  },
  async 'wallet.decideAdjustment'(track) {
    const { raw } = track.arcade.server.services.db;
    const admin = await track.logIn('admin');
    const second = await track.logIn('auditor2');
    const amountFen = Math.floor((await track.arcade.wallet('available')) * 0.6);
    await raw`update withdrawal_policy set second_person_above_fen = 1 where state = 'agreed'`;
    const wishes = [
      await admin.call(wallet.adjustMoney, deduct(amountFen)),
      await admin.call(wallet.adjustMoney, deduct(amountFen)),
    ];
    await raw`update withdrawal_policy set second_person_above_fen = 1000000000 where state = 'agreed'`;
    expect(wishes.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    const agree = (_: number, place: number) =>
      second.call(wallet.decideAdjustment, { id: wishes[place % 2]!.id, approve: true });
    expect(await track.race(agree)).toBe(1);
  },
  /** Of somebody who is gone the money is taken over at once; nobody withdraws from that wallet any more. */
  async 'wallet.handOverWallet'(track) {
    const { arcade, owner } = track;
    const id = await newFranchisee(track, 'racegone');
    await owner.call(partnersContract.removeFranchisees, { ids: [id] });
    await earn(arcade.server, 500_00, { tenantId, id });
    const wish = { walletId: id, toWalletId: franchisee };
    const before = await balance(arcade.server, 'available', franchisee);
    const take = () => owner.call(wallet.handOverWallet, { ...wish, requestId: newId() });
    expect(await track.race(take, 500_00)).toBe(atOnce);
    expect(await balance(arcade.server, 'available', franchisee)).toBe(before + 500_00);
    expect(await balance(arcade.server, 'available', id)).toBe(0);
  },
  /** The owner sends on what comes over, as soon as it is there. */
  async 'wallet.answerHandover'(track) {
    const { arcade, owner } = track;
    const id = await newFranchisee(track, 'racestays');
    await earn(arcade.server, 500_00, { tenantId, id });
    const asked = await owner.call(wallet.handOverWallet, {
      walletId: id,
      toWalletId: tenantId,
      requestId: newId(),
    });
    const leaver = arcade.server.withToken((await arcade.server.login('racestays', password)).access_token);
    const total = async () => (await arcade.wallet('available')) + (await arcade.wallet('frozen'));
    const before = await total();
    const agree = () => leaver.call(wallet.answerHandover, { id: asked.id!, agree: true });
    expect(await track.race(agree, 500_00)).toBe(atOnce);
    expect(await total()).toBe(before + 500_00);
    expect(await balance(arcade.server, 'available', id)).toBe(0);
  },

  async 'sharing.settleReceiver'(track) {
    const { shop, fieldId, receiverId } = await sharedSite(track, 1_000);
    await shop.run(fieldId);
    const kept = await shop.kept(receiverId);
    expect(kept).toBe(500);
    const settle = () =>
      track.owner.call(sharingContract.settleReceiver, {
        receiverId,
        amountFen: 300,
        note: 'race',
        requestId: newId(),
      });
    expect(await track.race(settle, 300)).toBe(1);
    expect(await shop.kept(receiverId)).toBe(200);
  },
  async 'sharing.runNow'(track) {
    const { shop, fieldId, receiverId } = await sharedSite(track, 1_000, 1_000, 1_000);
    expect(await track.race(() => track.owner.call(sharingContract.runNow, { fieldId }))).toBeGreaterThan(0);
    await shop.run(fieldId);
    expect(await shop.kept(receiverId)).toBe(1_500);
  },
  async 'sharing.retryLines'(track) {
    const { arcade, owner } = track;
    const { shop, fieldId, receiverId } = await sharedSite(track, 1_000);
    const admin = await track.logIn('admin');
    const all = await arcade.wallet('available');
    await admin.call(wallet.adjustMoney, deduct(all));
    expect(await shop.run(fieldId)).toMatchObject({ failedLines: 1 });
    await admin.call(wallet.adjustMoney, { ...deduct(all), direction: 'return' });
    const { records } = await owner.call(sharingContract.listLines, { fieldId, state: 'failed' });
    const ids = records.map(({ id }) => id);
    await track.race(() => owner.call(sharingContract.retryLines, { ids }));
    expect(await shop.kept(receiverId)).toBe(500);
  },

  async 'ledger.correctBooks'(track) {
    const { arcade, owner } = track;
    await owner.call(wallet.payDeposit, { requestId: newId() }).catch(() => undefined);
    // as a refund of the order did before it was refused
    await arcade.server.services.db.transaction((tx) =>
      postTransfers(tx, [
        {
          key: `leak:${newId()}`,
          tenantId,
          kind: 'refund',
          legs: [
            { account: walletAccount(tenantId, tenantId, 'deposit'), amount: -300 },
            { account: clearing('bank'), amount: 300 },
          ],
        },
      ]),
    );
    const admin = await track.logIn('admin');
    const { checks } = await admin.call(ledgerContract.prove, {});
    const [entry] = checks.flatMap(({ mendable }) => mendable);
    const correct = () =>
      admin.call(ledgerContract.correctBooks, { ...entry!, against: 'wallet', reason: 'race' });
    expect(await track.race(correct)).toBeGreaterThanOrEqual(1);
    expect(await arcade.wallet('deposit')).toBe(60_000);
    const logged = await arcade.server.services.db.raw`
      select 1 from audit_entry where action = 'ledger.correct' and entity_id = ${entry!.transferId}`;
    expect(logged).toHaveLength(1);
  },
};
