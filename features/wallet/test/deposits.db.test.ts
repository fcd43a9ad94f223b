import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { walletContract as wallet } from '../contract.ts';
import { balance, brokenChecks, earn, outcome, secondAuditor, tally } from './purse.ts';

let server: TestServer;
let owner: Client;
let admin: Client;
let second: Client;
const tenantId = demoTenants.merchant2;
const mine = (purpose: 'available' | 'frozen' | 'deposit') => balance(server, purpose, tenantId, tenantId);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('merchant2');
  admin = await server.as('admin');
  second = await secondAuditor(server);
});
afterAll(() => server.close());

describe('deposits', () => {
  it('concern whoever works with the main wallet, and nobody else', async () => {
    const own = async (user: 'merchant' | 'franchisee' | 'agent' | 'admin') =>
      (await (await server.as(user)).call(wallet.checkDeposit, {})).own;
    expect([await own('merchant'), await own('agent')]).toEqual([true, true]);
    expect([await own('franchisee'), await own('admin')]).toEqual([false, false]);
  });

  it('taken back while nobody has begun with its return, stays a deposit', async () => {
    const merchant = await server.as('merchant');
    const before = await balance(server, 'deposit', demoTenants.merchant);
    const available = await balance(server, 'available', demoTenants.merchant);
    expect(before).toBeGreaterThan(0);
    const asked = { target: 'balance' as const, requestId: newId() };
    const { id } = await merchant.call(wallet.askDepositReturn, asked);
    expect(await balance(server, 'deposit', demoTenants.merchant)).toBe(0);
    await merchant.call(wallet.cancelWithdrawal, { id });
    expect(await balance(server, 'deposit', demoTenants.merchant)).toBe(before);
    expect(await balance(server, 'available', demoTenants.merchant)).toBe(available);
    expect((await merchant.call(wallet.checkDeposit, {})).returning).toBeNull();
    expect(await brokenChecks(server)).toEqual([]);
  });

  it('can not be paid with money that is not there', async () => {
    const rules = await admin.call(wallet.readConfig, {});
    await admin.call(wallet.savePolicy, { ...rules, depositFen: (await mine('available')) + 1 });
    expect(await outcome(owner.call(wallet.payDeposit, { requestId: newId() }))).toBe('400');
    expect(await mine('deposit')).toBe(0);
    expect((await owner.call(wallet.checkDeposit, {})).paid).toBe(false);
    await admin.call(wallet.savePolicy, rules);
  });

  it('is paid once, however often it is asked for', async () => {
    await earn(server, 2_000_00, { tenantId, id: tenantId });
    const before = await mine('available');
    const calls = Array.from({ length: 50 }, () => owner.call(wallet.payDeposit, { requestId: newId() }));
    expect(await tally(calls)).toEqual({ ok: 50 });
    expect([await mine('deposit'), await mine('available')]).toEqual([500_00, before - 500_00]);
    const state = await owner.call(wallet.checkDeposit, {});
    expect([state.paid, state.missingFen]).toEqual([true, 0]);
  });

  it('is asked back once and stays the organisation’s when refused', async () => {
    const calls = Array.from({ length: 50 }, () =>
      owner.call(wallet.askDepositReturn, { target: 'balance', requestId: newId() }),
    );
    expect(await tally(calls)).toEqual({ ok: 1, '400': 49 });
    expect([await mine('deposit'), await mine('frozen')]).toEqual([0, 500_00]);
    const { returning } = await owner.call(wallet.checkDeposit, {});
    expect(await brokenChecks(server)).toEqual([]);
    await admin.call(wallet.decideWithdrawal, {
      id: returning?.id as string,
      action: 'reject',
      reason: '设备尚未归还',
    });
    expect([await mine('deposit'), await mine('frozen')]).toEqual([500_00, 0]);
  });

  it('goes back to the wallet when passed', async () => {
    const before = await mine('available');
    const { id } = await owner.call(wallet.askDepositReturn, { requestId: newId() });
    expect(await admin.call(wallet.decideWithdrawal, { id, action: 'approve' })).toEqual({
      state: 'passed',
      step: null,
    });
    expect([await mine('deposit'), await mine('frozen'), await mine('available')]).toEqual([
      0,
      0,
      before + 500_00,
    ]);
    const { records } = await owner.call(wallet.listDeposits, {});
    expect(records.map(({ kind, amountFen }) => [kind, amountFen])).toEqual([
      ['deposit-return', -500_00],
      ['withdrawal-rejected', 500_00],
      ['deposit-return', -500_00],
      ['deposit', 500_00],
    ]);
    expect(await outcome(owner.call(wallet.askDepositReturn, { requestId: newId() }))).toBe('400');
    expect(await brokenChecks(server)).toEqual([]);
  });
});

describe('adjustments by the platform', () => {
  const adjust = (client: Client, direction: 'deduct' | 'return', amountFen: number, requestId = newId()) =>
    client.call(wallet.adjustMoney, { tenantId, direction, amountFen, reason: '对账差额', requestId });

  it('takes and gives back with a reason, once per request, never below zero', async () => {
    const before = await mine('available');
    const requestId = newId();
    const done = await Promise.all(
      Array.from({ length: 20 }, () => adjust(admin, 'deduct', 100_00, requestId)),
    );
    expect(new Set(done.map(({ id }) => id)).size).toBe(1);
    expect(await mine('available')).toBe(before - 100_00);
    expect(await outcome(adjust(admin, 'deduct', before - 100_00 + 1))).toBe('400');
    await adjust(admin, 'return', 100_00);
    expect(await mine('available')).toBe(before);
    expect(await outcome(adjust(admin, 'return', 1, requestId))).toBe('409');
    expect(await outcome(adjust(await server.as('agent'), 'return', 100))).toBe('403');
    expect(await brokenChecks(server)).toEqual([]);
  });

  it('waits for a second person above the limit', async () => {
    const before = await mine('available');
    const { id, state } = await adjust(admin, 'return', 10_000_01);
    expect(state).toBe('waiting');
    expect(await mine('available')).toBe(before);
    expect(await outcome(admin.call(wallet.decideAdjustment, { id, approve: true }))).toBe('409');
    const calls = Array.from({ length: 30 }, () =>
      second.call(wallet.decideAdjustment, { id, approve: true }),
    );
    expect(await tally(calls)).toEqual({ ok: 1, '409': 29 });
    expect(await mine('available')).toBe(before + 10_000_01);
    const refused = await adjust(admin, 'deduct', 10_000_01);
    await second.call(wallet.decideAdjustment, { id: refused.id, approve: false });
    expect(await mine('available')).toBe(before + 10_000_01);
    const { records } = await admin.call(wallet.listAdjustments, { tenantId });
    expect(records.map((row) => row.state).slice(0, 2)).toEqual(['refused', 'done']);
    expect(await brokenChecks(server)).toEqual([]);
  });

  it('leaves the platform itself and unknown organisations alone', async () => {
    const call = (of: string) =>
      outcome(
        admin.call(wallet.adjustMoney, {
          tenantId: of,
          direction: 'return',
          amountFen: 100,
          reason: '试',
          requestId: newId(),
        }),
      );
    expect(await call('000000')).toBe('400');
    expect(await call('999999')).toBe('400');
  });
});

describe('the platform’s rules', () => {
  it('are changed by the platform only and hold at once', async () => {
    const rules = await admin.call(wallet.readConfig, {});
    expect(await outcome(owner.call(wallet.savePolicy, rules))).toBe('403');
    expect(await outcome(admin.call(wallet.savePolicy, { ...rules, dailyFen: 1 }))).toBe('400');
    await admin.call(wallet.savePolicy, { ...rules, wechatFeeBasisPoints: 100, wechatFeeMinimumFen: 50 });
    const quote = await owner.call(wallet.quoteWithdrawal, { amountFen: 20_00, target: 'wechat' });
    expect(quote).toEqual({ feeFen: 50, arrivesFen: 19_50, needsSecond: false });
  });
});
