import { beforeAll, describe, expect, it } from 'vitest';
import {
  playerCashAccount,
  readSubjectEntries,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import { spendableAt } from '#features/money/wallet/server/public.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import { playContract } from '#features/selling/play/contract.ts';
import { shopOf } from '#features/selling/sharing/test/shop.ts';
import { newId } from '#kit/kernel/ids.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { ordersContract as calls } from '../contract.ts';
import { deliverOrder } from '../server/delivering/settle-order.ts';
import { createOrder } from '../server/making/create-order.ts';
import { registerFulfilment } from '../server/registry.ts';
import type { NewOrder } from '../server/registry-types.ts';
import { type Arcade, automaticSite, playerId, tenantId } from './arcade.ts';

/** takes no account before it holds */
const atMachine = { name: 'heldFirst', plan: {} };
const user = { id: newId(), name: 'tester' };

/** Two sites of a new wallet, so that nothing else that the player owns is near. */
export function sharedBalanceCases(arcadeOf: () => Arcade) {
  let arcade: Arcade;
  let here: string;
  let there: string;
  let walletId: string;

  const owner = () => arcade.staff();
  const choose = async (reach: 'site' | 'shared') =>
    (await owner()).call(walletContract.saveBalanceChoice, { reach });
  const settle = async (fieldId: string, wallet: string) =>
    (await owner()).call(walletContract.settleSite, { fieldId, walletId: wallet });
  const order = (siteId: string, amount: number, more: Partial<NewOrder> = {}) => {
    const { services } = arcade.server;
    return services.db.transaction((tx) =>
      createOrder(tx, services, {
        tenantId,
        siteId,
        kind: 'goods',
        amount,
        items: [{ name: 'thing', quantity: 1, amount }],
        fulfilment: { name: 'books', plan: {} },
        settlesTo: 'earnings',
        payWay: 'balance',
        playerId,
        ...more,
      }),
    );
  };
  const sellValue = (siteId: string, amount: number) =>
    order(siteId, amount, { payWay: 'counter', settlesTo: 'player', user });
  const cashAt = (siteId: string) => arcade.balance(playerCashAccount(tenantId, playerId, siteId));
  const state = async () => ({
    here: await arcade.owned('fen', here),
    there: await arcade.owned('fen', there),
    cashHere: await cashAt(here),
    cashThere: await cashAt(there),
    available: await arcade.balance(walletAccount(tenantId, walletId, 'available')),
    cash: await arcade.balance(walletAccount(tenantId, walletId, 'cash')),
  });
  type State = Awaited<ReturnType<typeof state>>;
  const since = async (before: State): Promise<Partial<State>> => {
    const now = await state();
    const changes = Object.entries(now).map(([key, value]) => [key, value - before[key as keyof State]]);
    return Object.fromEntries(changes.filter(([, change]) => change !== 0)) as Partial<State>;
  };
  const spendable = (siteId: string) =>
    spendableAt(arcade.server.services.db.read, { tenantId, playerId, siteId });
  const tooLow = { key: 'orders:error.balanceTooLow' };

  beforeAll(async () => {
    arcade = arcadeOf();
    registerFulfilment(arcade.server.services, atMachine.name, {
      start: async () => 'waiting',
      refusesFirst: true,
    });
    const shop = shopOf(arcade.server);
    here = await shop.newSite();
    there = await shop.newSite();
    walletId = (await (await owner()).call(walletContract.saveWallet, { name: '通用户' })).id;
    await settle(here, walletId);
    await settle(there, walletId);
  });

  describe('a balance at another site of the wallet', () => {
    it('pays nothing until the merchant says so', async () => {
      await arcade.give('fen', 1000, there);
      const before = await state();
      await expect(order(here, 100)).rejects.toMatchObject(tooLow);
      expect(await since(before)).toEqual({});
      expect(await spendable(here)).toMatchObject({ balanceFen: 0, elsewhereFen: 0 });
    });

    it('is chosen by who may decide for all sites, once, and stands in the log', async () => {
      const clerk = await arcade.server.as('clerk');
      expect(await refusal(clerk.call(walletContract.saveBalanceChoice, { reach: 'shared' }))).toMatchObject({
        status: 403,
      });
      await choose('shared');
      await choose('shared');
      const { raw } = arcade.server.services.db;
      const lines = await raw`select before, after from audit_entry where action = 'wallet.shareBalances'`;
      expect([...lines]).toEqual([{ before: { reach: 'site' }, after: { reach: 'shared' } }]);
    });

    it('pays what lacks, and no more of it moves', async () => {
      await arcade.give('fen', 30, here);
      expect(await spendable(here)).toMatchObject({ balanceFen: 1030, elsewhereFen: 1000, cashFen: 0 });
      const before = await state();
      const bought = await order(here, 100);
      expect(await since(before)).toEqual({ here: -30, there: -70, available: 100 });
      const entries = await readSubjectEntries(arcade.server.services.db.read, tenantId, {
        kind: 'order',
        id: bought.id,
      });
      expect(entries.filter(({ kind }) => kind === 'together').map(({ amount }) => amount)).toHaveLength(2);
      // and what goes back stays where it was spent
      await (await arcade.staff()).call(calls.refundByNumber, { orderNumber: bought.number, reason: 'back' });
      expect(await since(before)).toEqual({ here: 70, there: -70 });
      await order(there, 1030);
      expect(await state()).toMatchObject({ here: 0, there: 0 });
      expect(await arcade.broken()).toEqual([]);
    });

    it('that was bought with cash stays cash wherever it is spent', async () => {
      await sellValue(there, 500);
      await arcade.give('fen', 400, there);
      expect(await spendable(here)).toMatchObject({ balanceFen: 900, cashFen: 500 });
      const before = await state();
      await order(here, 700);
      expect(await since(before)).toEqual({ cashThere: -500, there: -200, cash: 500, available: 200 });
      await order(here, 200);
      expect(await arcade.broken()).toEqual([]);
    });

    it('is not touched by an order that all of it would not pay', async () => {
      await arcade.give('fen', 60, here);
      await arcade.give('fen', 50, there);
      const before = await state();
      await expect(order(here, 111)).rejects.toMatchObject(tooLow);
      expect(await since(before)).toEqual({});
      await order(here, 110);
      expect(await state()).toMatchObject({ here: 0, there: 0 });
    });

    it('pays a machine in coins, and what it does not give stays at its site', async () => {
      await arcade.give('coin', 1, here);
      await arcade.give('coin', 5, there);
      const machine = await arcade.machine({ siteId: here });
      const wish = { equipmentId: machine.code, payWay: 'coin' } as const;
      const player = await arcade.player();
      expect(await refusal(player.call(calls.payForDevice, { ...wish, number: 7 }))).toMatchObject({
        message: 'Not enough coins',
      });
      await player.call(calls.payForDevice, { ...wish, number: 4 });
      await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 4, counted: 1 });
      expect([await arcade.owned('coin', here), await arcade.owned('coin', there)]).toEqual([3, 2]);
      expect(await arcade.broken()).toEqual([]);
    });

    it('is of no use where another wallet earns', async () => {
      await arcade.give('fen', 500, there);
      await settle(there, tenantId);
      await expect(order(here, 100)).rejects.toMatchObject(tooLow);
      expect(await spendable(here)).toMatchObject({ balanceFen: 0 });
      // what stands there is still good there, and now at the other sites of that wallet
      expect(await spendable(automaticSite)).toMatchObject({
        elsewhereFen: expect.toSatisfy((n) => n >= 500),
      });
      await settle(there, walletId);
      await order(here, 500);
      expect(await state()).toMatchObject({ here: 0, there: 0 });
    });

    it('is spent to the fen and not once more, though fifty orders at both sites meet', async () => {
      await sellValue(here, 300);
      await sellValue(there, 450);
      await arcade.give('fen', 500, here);
      await arcade.give('fen', 750, there);
      const { services } = arcade.server;
      const before = await state();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, (_, index) =>
          order(index % 2 ? here : there, 200, index % 4 < 2 ? {} : { fulfilment: atMachine }),
        ),
      );
      const refused = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [(outcome.reason as { key?: string }).key] : [],
      );
      expect(refused).toEqual(Array.from({ length: 40 }, () => tooLow.key));
      expect(await spendable(here)).toMatchObject({ balanceFen: 0 });
      for (const outcome of outcomes)
        if (outcome.status === 'fulfilled' && outcome.value.state === 'fulfilling')
          await services.db.transaction((tx) => deliverOrder(tx, services, outcome.value));
      const after = await state();
      expect(after.here + after.there + after.cashHere + after.cashThere).toBe(0);
      expect([after.cash - before.cash, after.available - before.available]).toEqual([750, 1250]);
      expect(await arcade.broken()).toEqual([]);
    });

    it('pays one of two orders at two sites when there is enough for one', async () => {
      for (let turn = 0; turn < 10; turn++) {
        await arcade.give('fen', 100, turn % 2 ? here : there);
        const outcomes = await Promise.allSettled([order(here, 100), order(there, 100)]);
        expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
        expect(await state()).toMatchObject({ here: 0, there: 0 });
      }
      expect(await arcade.broken()).toEqual([]);
    });

    it('is shown where it may be spent: at a machine, where value is sold, in the app', async () => {
      await arcade.give('fen', 700, there);
      const [coinsHere, coinsThere] = [await arcade.owned('coin', here), await arcade.owned('coin', there)];
      const shown = {
        balanceFen: 700,
        elsewhereFen: 700,
        coins: coinsHere + coinsThere,
        elsewhereCoins: coinsThere,
      };
      const player = await arcade.player();
      const machine = await arcade.machine({ siteId: here });
      const offers = await player.call(playContract.readOffers, { equipmentId: machine.code });
      expect(offers.purse).toMatchObject(shown);
      expect(offers.payWays).toEqual(expect.arrayContaining(['balance', 'coin']));
      const stored = await player.call(playerAppContract.readStoredOffers, { fieldId: here });
      expect(stored).toMatchObject({ purse: shown, payWays: expect.arrayContaining(['balance']) });
      // other sites settle to other wallets: it is not good everywhere
      const atShop = await player.call(playerAppContract.readSpendable, { fieldId: here });
      expect(atShop).toMatchObject({ ...shown, reach: 'some' });
      const merchants = await player.call(playerAppContract.readOwnMoney, {});
      const fields = merchants.flatMap((merchant) => merchant.fields);
      const spends = { spendFen: 700, spendCoins: shown.coins };
      expect(fields.filter(({ fieldId }) => fieldId === here || fieldId === there)).toEqual([
        expect.objectContaining(spends),
        expect.objectContaining(spends),
      ]);
      await order(here, 700);
      const { records } = await player.call(playerAppContract.listOwnRecords, { unit: 'fen', size: 3 });
      expect(records.map(({ what }) => what).toSorted()).toEqual([
        'From another shop',
        'Played',
        'To another shop',
      ]);
    });

    it('stays where it stands when the merchant takes the choice back', async () => {
      await arcade.give('fen', 100, there);
      await choose('site');
      const player = await arcade.player();
      const fieldId = here;
      expect(await player.call(playerAppContract.readSpendable, { fieldId })).toMatchObject({
        reach: 'site',
        balanceFen: 0,
      });
      await expect(order(here, 100)).rejects.toMatchObject(tooLow);
      await order(there, 100);
    });
  });
}
