import { beforeAll, describe, expect, it } from 'vitest';
import { contentContract } from '#features/base/content/contract.ts';
import { ledgerContract } from '#features/money/ledger/contract.ts';
import { clearing, postTransfers, walletAccount } from '#features/money/ledger/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { demoPassword, demoTenants } from '#kit/server/demo.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { walletContract as wallet } from '../contract.ts';
import { balance, brokenChecks, earn, outcome, secondAuditor, tally } from './purse.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');
let owner: Client;
let admin: Client;
let second: Client;
const tenantId = demoTenants.merchant2;
const mine = (purpose: 'available' | 'frozen' | 'deposit') => balance(server, purpose, tenantId, tenantId);

beforeAll(async () => {
  owner = await server.as('merchant2');
  admin = await server.as('admin');
  second = await secondAuditor(server);
});

describe('deposits', () => {
  it('concern the people who work with the main wallet, and nobody else', async () => {
    const own = async (user: 'merchant' | 'franchisee' | 'agent' | 'admin') =>
      (await (await server.as(user)).call(wallet.checkDeposit, {})).own;
    expect([await own('merchant'), await own('agent')]).toEqual([true, true]);
    expect([await own('franchisee'), await own('admin')]).toEqual([false, false]);
  });

  it('taken back while nobody has begun with its return, stays a deposit', async () => {
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

  it('leave for a card only with the own password, and nothing moves without it', async () => {
    const before = await balance(server, 'deposit', demoTenants.merchant);
    const { cards } = await merchant.call(wallet.readWithdrawalChoices, {});
    const wish = { target: 'bank' as const, cardId: cards[0]?.id, requestId: newId() };
    const ask = (password?: string) =>
      merchant.call(wallet.askDepositReturn, { ...wish, password: password && server.encrypt(password) });
    expect(await refusalOf(ask())).toBe('kit:validation.required');
    expect(await refusalOf(ask('Wrong1234'))).toBe('accounts:error.wrongPassword');
    expect(await balance(server, 'deposit', demoTenants.merchant)).toBe(before);
    const { id } = await ask(demoPassword);
    expect(await balance(server, 'deposit', demoTenants.merchant)).toBe(0);
    await merchant.call(wallet.cancelWithdrawal, { id });
    expect(await balance(server, 'deposit', demoTenants.merchant)).toBe(before);
  });

  it('can not be paid with money that is not there', async () => {
    const { raw } = server.services.db;
    const { depositFen } = await admin.call(wallet.readConfig, {});
    await raw`update withdrawal_policy set deposit_fen = ${(await mine('available')) + 1}`;
    expect(await outcome(owner.call(wallet.payDeposit, { requestId: newId() }))).toBe('400');
    expect(await mine('deposit')).toBe(0);
    expect((await owner.call(wallet.checkDeposit, {})).paid).toBe(false);
    await raw`update withdrawal_policy set deposit_fen = ${depositFen}`;
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

describe('a deposit that left by a way that is not its own', () => {
  /** as a refund of the order did before it was refused */
  const leak = async (amountFen: number) => {
    const [posted] = await server.services.db.transaction((tx) =>
      postTransfers(tx, [
        {
          key: `leak:${newId()}`,
          tenantId,
          kind: 'refund',
          legs: [
            { account: walletAccount(tenantId, tenantId, 'deposit'), amount: -amountFen },
            { account: clearing('bank'), amount: amountFen },
          ],
        },
      ]),
    );
    return posted?.id as string;
  };
  const blamed = async () => {
    const { checks } = await admin.call(ledgerContract.prove, {});
    return checks.filter(({ holds }) => !holds);
  };

  it('is named by the proof and put right by a movement that everybody sees, and nothing else can be moved that way', async () => {
    await owner.call(wallet.payDeposit, { requestId: newId() });
    const [deposit, available] = [await mine('deposit'), await mine('available')];
    const wrong = await leak(300);
    const [check] = await blamed();
    expect(check).toMatchObject({ name: 'depositsMatchTransfers', wrong: 1 });
    expect(check?.examples[0]).toContain(wrong);
    const entry = check?.mendable.find(({ transferId }) => transferId === wrong);
    const input = { ...entry!, against: 'wallet' as const, reason: '退押金绕过审核，从钱包补回' };
    expect(await outcome(owner.call(ledgerContract.correctBooks, input))).toBe('403');
    const first = await admin.call(ledgerContract.correctBooks, input);
    expect(await admin.call(ledgerContract.correctBooks, input)).toEqual(first);
    expect([await mine('deposit'), await mine('available')]).toEqual([deposit, available - 300]);
    expect(await blamed()).toEqual([]);
    const { records } = await owner.call(wallet.listFlow, {});
    expect(records[0]).toMatchObject({ kind: 'correction', amountFen: -300, remark: input.reason });
    // or the platform bears it
    await leak(200);
    const [again] = await blamed();
    await admin.call(ledgerContract.correctBooks, {
      ...again!.mendable[0]!,
      against: 'platform',
      reason: '平台承担',
    });
    expect([await mine('deposit'), await mine('available')]).toEqual([deposit, available - 300]);
    expect(await blamed()).toEqual([]);
    // what is as it should be is nobody's to correct
    const [sound] = await server.services.db.raw`
      select e.transfer_id, e.account_id from ledger_entry e join ledger_transfer t on t.id = e.transfer_id
      where t.kind = 'topup' and t.tenant_id = ${tenantId} and e.amount > 0 limit 1`;
    const misuse = {
      transferId: sound?.transfer_id as string,
      accountId: sound?.account_id as string,
      against: 'platform' as const,
      reason: 'x',
    };
    expect(await outcome(admin.call(ledgerContract.correctBooks, misuse))).toBe('409');
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

  it('adds up what one person gives in a day, to all receivers', async () => {
    const give = (who: Client, of: string, amountFen: number) =>
      who.call(wallet.adjustMoney, {
        tenantId: of,
        direction: 'return',
        amountFen,
        reason: '补贴',
        requestId: newId(),
      });
    server.clock.forward(dayMs);
    admin = await server.logIn('admin');
    second = await server.logIn('auditor2');
    owner = await server.logIn('merchant2');
    expect((await give(admin, tenantId, 6_000_00)).state).toBe('done');
    expect((await give(admin, demoTenants.merchant, 4_000_01)).state).toBe('waiting');
    expect((await give(admin, demoTenants.merchant, 4_000_00)).state).toBe('done');
    // another person may give alone too, and not to the same organisation past the limit
    expect((await give(second, tenantId, 4_000_01)).state).toBe('waiting');
    expect((await give(second, demoTenants.merchant, 1_000_00)).state).toBe('done');
    const calls = Array.from({ length: 20 }, () => give(second, demoTenants.agent, 1_000_00));
    const states = (await Promise.all(calls)).map(({ state }) => state);
    expect(states.filter((state) => state === 'done')).toHaveLength(9);
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
  const fee = async (who: Client) =>
    (await who.call(wallet.quoteWithdrawal, { amountFen: 20_00, target: 'wechat' })).feeFen;

  it('are changed by the platform only, with two people, and hold from the next day', async () => {
    const rules = await admin.call(wallet.readConfig, {});
    const other = { ...rules, wechatFeeBasisPoints: 100, wechatFeeMinimumFen: 50 };
    expect(await outcome(owner.call(wallet.savePolicy, other))).toBe('403');
    expect(await outcome(admin.call(wallet.savePolicy, { ...rules, dailyFen: 1 }))).toBe('400');
    expect(await refusalOf(admin.call(wallet.savePolicy, rules))).toBe('wallet:error.policySame');
    const { version, state } = await admin.call(wallet.savePolicy, other);
    expect(state).toBe('waiting');
    expect(await refusalOf(admin.call(wallet.savePolicy, other))).toBe('wallet:error.policyWaiting');
    const decide = (who: Client, approve = true) => who.call(wallet.decidePolicy, { version, approve });
    expect(await refusalOf(decide(admin))).toBe('wallet:error.samePerson');
    expect(await outcome(decide(owner))).toBe('403');
    const calls = Array.from({ length: 20 }, () => decide(second));
    expect(await tally(calls)).toEqual({ ok: 1, '409': 19 });
    expect(await fee(owner)).toBe(12);
    const { records } = await admin.call(wallet.listPolicies, {});
    expect(records[0]).toMatchObject({ version, state: 'agreed', askedByMe: true, decidedByName: '复核员' });
    expect(records.at(-1)).toMatchObject({ version: 1, changes: 'The rules that came with the product' });
    expect(records[0]?.changes).toBe('WeChat fee rate: 0.6% → 1% · Smallest WeChat fee: ¥0.00 → ¥0.50');
    server.clock.forward(dayMs);
    expect(await fee(await server.logIn('merchant2'))).toBe(50);
  });

  it('stay as they are when the person who asked takes it back; everybody at the platform hears of each step', async () => {
    const asker = await server.logIn('admin');
    const rules = await asker.call(wallet.readConfig, {});
    const { version } = await asker.call(wallet.savePolicy, { ...rules, dailyCount: 99 });
    expect(await asker.call(wallet.decidePolicy, { version, approve: false })).toEqual({
      state: 'refused',
      effectiveFrom: null,
    });
    server.clock.forward(dayMs);
    const other = await server.logIn('auditor2');
    expect((await other.call(wallet.readConfig, {})).dailyCount).toBe(rules.dailyCount);
    const inbox = JSON.stringify(await other.call(contentContract.listMessages, { size: 100 }));
    for (const title of [
      'A change of the withdrawal rules',
      'The withdrawal rules change tomorrow',
      'The withdrawal rules stay',
      'Money adjusted by hand',
      'A new account at the platform',
    ])
      expect(inbox).toContain(title);
    const entries = await server.services.db.raw`
      select action from audit_entry where entity = 'withdrawalPolicy' order by id`;
    expect(entries.map(({ action }) => action)).toEqual([
      'wallet.savePolicy',
      'wallet.decidePolicy',
      'wallet.savePolicy',
      'wallet.decidePolicy',
    ]);
  });
});
