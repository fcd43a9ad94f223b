/** The payment password: when it is asked for, what it lets through, and what becomes of guesses. */
import { describe, expect, it } from 'vitest';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { type Arcade, automaticSite } from '#features/selling/orders/test/arcade.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { playerAppContract as calls } from '../contract.ts';
import { ownFile } from './leaving.ts';

const password = '135790';
const other = '246801';

export function passwordCases(arcadeOf: () => Arcade): void {
  /** pays an exchange machine by balance */
  const pay = async (client: Client, amountFen: number, requestId: string = newId()) => {
    const machine = await arcadeOf().machine({ type: 'exchange', siteId: automaticSite });
    return refusalOf(
      client.call(ordersContract.payForDevice, {
        equipmentId: machine.id,
        amountFen,
        payWay: 'balance',
        requestId,
      }),
    );
  };
  const needed = 'playerapp:error.payPassword';
  const player = () => arcadeOf().player();
  const codeSentTo = (phone: string) =>
    arcadeOf().server.messages.findLast((message) => message.phone === phone)!.params.code!;

  describe('a payment password', () => {
    it('of six equal digits or six in a row is refused; kept is a hash that says nothing', async () => {
      const client = await player();
      for (const weak of ['111111', '123456', '654321'])
        expect(await refusalOf(client.call(calls.setPayPassword, { password: weak }))).toBe(
          'playerapp:error.weakPassword',
        );
      await client.call(calls.setPayPassword, { password });
      const [row] = await arcadeOf().server.services.db.raw`select * from player_pay_password`;
      expect(row!.password_hash).toMatch(/^\$argon2id\$/);
      expect(JSON.stringify(row)).not.toContain(password);
      expect(JSON.stringify((await ownFile(arcadeOf().server, client)).records)).not.toContain('argon2');
    });

    it('is asked for above what is free in a day, however small the parts; once typed one order passes', async () => {
      const arcade = arcadeOf();
      const client = await player();
      await arcade.give('fen', 30_000);
      await client.call(calls.savePayPasswordLimits, { password, freeFen: 1500, freeCoins: 0 });
      expect(await pay(client, 1000)).toBe('done');
      const before = await arcade.owned('fen');
      const wish = newId();
      expect(await pay(client, 1000, wish)).toBe(needed);
      expect(await arcade.owned('fen')).toBe(before);
      await client.call(calls.confirmPayment, { password, wishId: wish });
      // of another wish nothing was said
      expect(await pay(client, 1000)).toBe(needed);
      expect(await pay(client, 1000, wish)).toBe('done');
      // what was typed for one order does not pay for a second
      expect(await pay(client, 1000)).toBe(needed);
      const late = newId();
      await client.call(calls.confirmPayment, { password, wishId: late });
      arcade.server.clock.forward(6 * minuteMs);
      expect(await pay(client, 1000, late)).toBe(needed);
      // a new day
      arcade.server.clock.forward(dayMs);
      expect(await pay(await player(), 1000)).toBe('done');
    });

    it('is asked for coins too, and not for what WeChat collects', async () => {
      const arcade = arcadeOf();
      const client = await player();
      await arcade.give('coin', 20);
      const machine = await arcade.machine({ siteId: automaticSite });
      const play = (payWay: 'coin' | 'wechat') =>
        refusalOf(client.call(ordersContract.payForDevice, { equipmentId: machine.id, payWay }));
      expect(await play('coin')).toBe('playerapp:error.payPasswordCoins');
      expect(await play('wechat')).toBe('done');
      const staff = await arcade.staff();
      const { records } = await staff.call(ordersContract.listOrders, { size: 10 });
      expect(records[0]).toMatchObject({ payWay: 'wechat' });
    });

    it('of two payments at once lets only one be free', async () => {
      const client = await player();
      await arcadeOf().give('fen', 5000);
      await client.call(calls.savePayPasswordLimits, { password, freeFen: 2500, freeCoins: 0 });
      const tried = await Promise.all([pay(client, 1000), pay(client, 1000)]);
      expect(tried.toSorted()).toEqual(['done', needed]);
    });

    it('that is right locks nobody out, though ten type it at once', async () => {
      const client = await player();
      const tried = await Promise.all(
        Array.from({ length: 10 }, () =>
          refusalOf(client.call(calls.confirmPayment, { password, wishId: newId() })),
        ),
      );
      expect(new Set(tried)).toEqual(new Set(['done']));
      const [kept] = await arcadeOf().server.services.db.raw`
        select failures, locked_until from player_pay_password where failures > 0 or locked_until is not null`;
      expect(kept).toBeUndefined();
    });

    it('can be guessed five times, all at once too; then even the right one waits, and a code on the phone ends it', async () => {
      const { server } = arcadeOf();
      const client = await player();
      const guess = (typed: string) =>
        refusalOf(client.call(calls.confirmPayment, { password: typed, wishId: newId() }));
      const tried = await Promise.all(Array.from({ length: 9 }, () => guess(other)));
      expect(tried.filter((why) => why === 'playerapp:error.wrongPassword')).toHaveLength(4);
      expect(tried.filter((why) => why === 'playerapp:error.passwordLocked')).toHaveLength(5);
      expect(await guess(password)).toBe('playerapp:error.passwordLocked');
      expect(await refusalOf(client.call(calls.removePayPassword, { password }))).toBe(
        'playerapp:error.passwordLocked',
      );
      server.clock.forward(31 * minuteMs);
      expect(await guess(password)).toBe('done');
      for (let times = 0; times < 5; times++) await guess(other);
      await client.call(calls.sendPayPasswordCode, {});
      const code = codeSentTo('13900000001');
      const reset = (typed: string) =>
        refusalOf(client.call(calls.resetPayPassword, { code: typed, password: other }));
      expect(await reset(code === '000000' ? '000001' : '000000')).toBe('accounts:error.codeWrong');
      expect(await reset(code)).toBe('done');
      expect(await reset(code)).toBe('accounts:error.codeWrong');
      expect(await guess(other)).toBe('done');
    });

    it('is changed and removed by who knows it, and then nothing asks for it', async () => {
      const client = await player();
      const set = (fresh: string, oldPassword?: string) =>
        refusalOf(client.call(calls.setPayPassword, { password: fresh, oldPassword }));
      expect(await set(password)).toBe('playerapp:error.wrongPassword');
      expect(await set(password, '999990')).toBe('playerapp:error.wrongPassword');
      expect(await set(password, other)).toBe('done');
      await client.call(calls.removePayPassword, { password });
      expect(await client.call(calls.readPayPassword, {})).toMatchObject({ isSet: false });
      await arcadeOf().give('fen', 9000);
      expect(await pay(client, 9000)).toBe('done');
      expect(await arcadeOf().broken()).toEqual([]);
    });
  });
}
