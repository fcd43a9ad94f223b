import { expect } from 'vitest';
import { findPlayer, issuePlayerToken } from '#features/base/players/server/public.ts';
import { walletAccount } from '#features/money/ledger/server/public.ts';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { walletContract as wallet } from '#features/money/wallet/contract.ts';
import { askWithdrawal } from '#features/money/wallet/server/ask-withdrawal.ts';
import { proven } from '#features/money/wallet/test/desk.ts';
import { earn, secondAuditor } from '#features/money/wallet/test/purse.ts';
import { hallOf } from '#features/people/members/test/hall.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { type Arcade, openArcade, tenantId } from '#features/selling/orders/test/arcade.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoId } from '#kit/server/demo.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';

export const franchisee = demoId('user:franchisee');
export const atOnce = 4;

/** A call by name, and how it is raced: nobody wins more than there was. */
export type Races = Record<string, (track: Track) => Promise<void>>;

export interface Track {
  arcade: Arcade;
  /** logged in again for each race: some move the clock */
  owner: Client;
  hall: ReturnType<typeof hallOf>;
  logIn(account: 'admin' | 'auditor2' | 'franchisee'): Promise<Client>;
  /** what the owner may withdraw or send on */
  free(): Promise<number>;
  withdraw(amountFen: number): Promise<{ id: string }>;
  /** somebody new with so much on the balance, bought at the counter */
  guest(balanceFen?: number): Promise<{ id: string; client: Client }>;
  clientOf(playerId: string): Promise<Client>;
  balanceOf(client: Client): Promise<number>;
  /**
   * So many at once, beside as many withdrawals of more than half of what is free; answers how many were carried out.
   * `bringsFen`: what the owner may withdraw more once one of them was carried out.
   */
  race(call: (amountFen: number, place: number) => Promise<unknown>, bringsFen?: number): Promise<number>;
}

/** Without the limits of a day, which have tests of their own. */
export async function openTrack(): Promise<Track> {
  const arcade = await openArcade({}, { sayOnce: true });
  const { server } = arcade;
  await server.services.db.raw`
    update withdrawal_policy set daily_count = 1000, daily_fen = 100000000000, deposit_fen = 60000,
      second_person_above_fen = 1000000000 where state = 'agreed'`;
  await secondAuditor(server);
  const first = await arcade.staff();
  const cardId = (await first.call(wallet.readWithdrawalChoices, {})).cards[0]?.id as string;
  // most of the wallet is topped up and has to stay, so that what is free is what people race for
  const { orderNumber } = await first.call(ordersContract.topUpWallet, { amount: '20000', payWay: 'wechat' });
  await arcade.pay(orderNumber);

  /** What left the owner's wallets: frozen by withdrawals, and what the franchisee has. */
  const sentOut = async () =>
    (await arcade.wallet('frozen')) +
    (await arcade.balance(walletAccount(tenantId, franchisee, 'available')));
  const many = (call: (place: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: atOnce }, (_, place) => refusalOf(call(place))));
  const doneOf = (ends: readonly string[]) => ends.filter((end) => end === 'done').length;

  const track: Track = {
    arcade,
    owner: first,
    hall: hallOf(server),
    logIn: (account) => server.logIn(account),
    free: async () => (await track.owner.call(wallet.readWithdrawalChoices, {})).freeFen,
    withdraw: async (amountFen) =>
      askWithdrawal(await proven(server, 'merchant', tenantId), {
        amountFen,
        target: 'bank',
        cardId,
        requestId: newId(),
      }),
    async guest(balanceFen = 0) {
      const id = await track.hall.guest();
      if (balanceFen > 0) await track.hall.topUp(id, balanceFen);
      return { id, client: await track.clientOf(id) };
    },
    async clientOf(playerId) {
      const player = await findPlayer(server.services.db.read, playerId);
      return server.withToken(await issuePlayerToken(server.services, player!));
    },
    async balanceOf(client) {
      const places = await client.call(playerAppContract.readOwnMoney, {});
      return places.reduce((sum, { balanceFen }) => sum + balanceFen, 0);
    },
    async race(call, bringsFen = 0) {
      const limit = await track.free();
      const amountFen = Math.floor(limit * 0.6);
      const before = await sentOut();
      const [calls, withdrawals] = await Promise.all([
        many((place) => call(amountFen, place)),
        many(() => track.withdraw(amountFen)),
      ]);
      expect(doneOf(withdrawals) * amountFen).toBeLessThanOrEqual(limit + bringsFen);
      expect((await sentOut()) - before).toBeLessThanOrEqual(limit + bringsFen);
      expect(await arcade.wallet('available')).toBeGreaterThanOrEqual(0);
      await expectBooksRight(server);
      return doneOf(calls);
    },
  };
  return track;
}

/** Something to race for, whatever the race before has left, and an owner who is logged in. */
export async function getReady(track: Track): Promise<void> {
  await earn(track.arcade.server, 1_000_00);
  track.owner = await track.arcade.staff();
}
