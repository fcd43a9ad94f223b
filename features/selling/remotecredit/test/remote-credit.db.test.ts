import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SettledCommand } from '#features/machines/devices/server/public.ts';
import {
  answerCommand,
  commandsOf,
  createTestDevice,
  onlineDevice,
  type TestDevice,
} from '#features/machines/devices/test/test-device.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { auditEntries } from '#kit/server/audit.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { remotecreditContract as calls } from '../contract.ts';
import { settleRemoteCredit } from '../server/settle-credit.ts';
import { remoteCredits } from '../tables.ts';
import { hireCreditor, type Limit } from './crew.ts';

const { server, staff } = testServer();
const nobody = staff(undefined);
let merchant: Client;
let device: TestDevice;

const logIn = (account: string) => server.logIn(account);

beforeEach(async () => {
  // Tests move the clock, which ends older logins.
  merchant = await logIn('merchant');
  device = await onlineDevice(server);
});

const hire = (limit?: Limit) => hireCreditor(server, merchant, limit);

const credit = (client: Client, number: number, more: object = {}) =>
  client.call(calls.creditDevice, { equipmentId: device.id, number, ...more });

const creditsOf = (equipmentId: string) => {
  const record = rows(platformScope, remoteCredits);
  return server.services.db.read.select().from(record).where(eq(record.deviceId, equipmentId));
};

describe('staff who add coins to a machine', () => {
  it('see it asked of the machine, and how many it counted', async () => {
    const { id } = await credit(merchant, 5, { remark: 'swallowed coins' });
    const [command] = await commandsOf(device);
    expect(command).toMatchObject({ command: 'credit', parameters: { amount: 5, source: 'remote' } });
    expect(await merchant.call(calls.readCredit, { id })).toMatchObject({
      state: 'pending',
      asked: 5,
      counted: null,
      remark: 'swallowed coins',
    });
    await answerCommand(server, device, { state: 'done', asked: 5, counted: 4 });
    expect(await merchant.call(calls.readCredit, { id })).toMatchObject({ state: 'done', counted: 4 });
    const entry = rows(platformScope, auditEntries);
    const log = await server.services.db.read
      .select()
      .from(entry)
      .where(and(eq(entry.action, 'remotecredit.credit'), eq(entry.entityId, device.id)));
    expect(log).toMatchObject([{ after: { coins: 5, remark: 'swallowed coins' } }]);
  });

  it('are refused while the machine is away or takes no coins, and nothing is written', async () => {
    const away = await createTestDevice(server);
    const exchange = await onlineDevice(server, { type: 'exchange' });
    expect(await refusalOf(credit(merchant, 1, { equipmentId: away.id }))).toBe('devices:error.offline');
    expect(await refusalOf(credit(merchant, 1, { equipmentId: exchange.id }))).toBe(
      'remotecredit:error.wrongType',
    );
    expect([...(await creditsOf(away.id)), ...(await creditsOf(exchange.id))]).toEqual([]);
  });

  it('get one credit for a call that is repeated, and a refusal when it means something else', async () => {
    const requestId = newId();
    const answers = await Promise.all(Array.from({ length: 8 }, () => credit(merchant, 2, { requestId })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await creditsOf(device.id)).toHaveLength(1);
    expect(await refusalOf(credit(merchant, 3, { requestId }))).toBe('remotecredit:error.otherRequest');
  });

  it('can not reach machines of other merchants or of sites they do not see', async () => {
    const other = await logIn('merchant2');
    expect(await refusalOf(credit(other, 1))).toBe('kit:error.notFound');
    await credit(merchant, 1);
    const seen = await other.call(calls.listCredits, { equipmentId: device.id });
    expect(seen.records).toEqual([]);
    const clerk = await logIn('clerk');
    const elsewhere = await onlineDevice(server, { siteId: demoId('site:merchant:4') });
    await credit(merchant, 1, { equipmentId: elsewhere.id });
    expect((await clerk.call(calls.listCredits, { equipmentId: elsewhere.id })).total).toBe(0);
    expect((await clerk.call(calls.listCredits, { equipmentId: device.id })).total).toBe(1);
    expect(await refusalOf(credit(clerk, 1))).toBe('kit:error.noPermission');
  });
});

describe('limits', () => {
  it('hold against 50 calls at once', async () => {
    const { client: staff } = await hire({ perCredit: 3, perDay: 20 });
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => refusalOf(credit(staff, 3))));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(6);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'allowance:error.perDay']));
    expect(await staff.call(calls.readAllowance, {})).toEqual({
      perCredit: 3,
      perDay: 20,
      used: 18,
      left: 2,
    });
  });

  it('are the usual ones for a role without its own, and none by day for the owner', async () => {
    const { client: staff } = await hire();
    expect(await staff.call(calls.readAllowance, {})).toMatchObject({ perCredit: 10 });
    expect(await refusalOf(credit(staff, 11))).toBe('remotecredit:error.perCredit');
    expect(await merchant.call(calls.readAllowance, {})).toMatchObject({ perCredit: 100, perDay: null });
  });

  it('are given back when certainly nothing moved, and not while nobody can tell', async () => {
    const { client: staff } = await hire({ perCredit: 10, perDay: 10 });
    const left = async () => (await staff.call(calls.readAllowance, {})).left;
    await credit(staff, 4);
    expect(await left()).toBe(6);
    await answerCommand(server, device, { state: 'failed', reason: 'busy' });
    expect(await left()).toBe(10);
    await credit(staff, 4);
    await answerCommand(server, device, { state: 'failed', reason: 'jam' }, 2);
    expect(await left()).toBe(6);
    await credit(staff, 5);
    await answerCommand(server, device, { state: 'done', asked: 5, counted: 2 }, 3);
    expect(await left()).toBe(4);
  });

  it('begin again with the next day', async () => {
    const { account, client: staff } = await hire({ perCredit: 5, perDay: 5 });
    await credit(staff, 5);
    expect(await refusalOf(credit(staff, 1))).toBe('allowance:error.perDay');
    server.clock.forward(dayMs);
    expect((await (await logIn(account)).call(calls.readAllowance, {})).left).toBe(5);
  });

  it('are not raised by those whom they bind', async () => {
    const { client: staff } = await hire({ perCredit: 5, perDay: 20 });
    const list = await staff.call(calls.listLimits, {});
    const own = list.find(({ editable }) => !editable)!;
    const cashier = list.find(({ roleId }) => roleId === demoId(`role:${demoTenants.merchant}:cashier`))!;
    const raise = (roleId: string, perCredit: number) =>
      refusalOf(staff.call(calls.saveLimit, { roleId, perCredit }));
    expect(await raise(own.roleId, 5)).toBe('remotecredit:error.ownLimit');
    expect(await raise(cashier.roleId, 6)).toBe('remotecredit:error.moreThanOwn');
    expect(await raise(cashier.roleId, 4)).toBe('done');
    expect(await raise(newId(), 1)).toBe('kit:error.notFound');
  });
});

describe('a one-time link', () => {
  const make = (client: Client, more: object = {}) =>
    client.call(calls.createLink, { equipmentId: device.id, coins: 3, validHours: 24, ...more });
  const use = (token: string) => refusalOf(nobody.call(calls.useLink, { token }));
  const stateOf = async (token: string) => (await nobody.call(calls.readLink, { token })).state;

  it('works exactly once, however many open it at the same moment', async () => {
    const { token, path } = await make(merchant);
    expect(path).toContain(`/ycsf?token=${token}`);
    expect(await nobody.call(calls.readLink, { token })).toMatchObject({
      state: 'open',
      coins: 3,
      online: true,
    });
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => use(token)));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'remotecredit:error.linkUsed')).toHaveLength(49);
    expect(await commandsOf(device)).toHaveLength(1);
    expect(await stateOf(token)).toBe('pending');
    await answerCommand(server, device, { state: 'done', asked: 3, counted: 3 });
    expect(await nobody.call(calls.readLink, { token })).toMatchObject({ state: 'done', counted: 3 });
    expect(await creditsOf(device.id)).toMatchObject([{ state: 'done', counted: 3 }]);
  });

  it('can be used again after a try that certainly added nothing, but not when nobody knows', async () => {
    const { token } = await make(merchant);
    expect(await use(token)).toBe('done');
    await answerCommand(server, device, { state: 'failed', reason: 'busy' });
    expect(await nobody.call(calls.readLink, { token })).toMatchObject({ state: 'open', lastFailed: true });
    expect(await use(token)).toBe('done');
    await answerCommand(server, device, { state: 'failed', reason: 'jam' }, 2);
    expect(await stateOf(token)).toBe('unknown');
    expect(await use(token)).toBe('remotecredit:error.linkUsed');
  });

  it('stays blocked while the outcome is unknown, and opens when the journal tells later that nothing moved', async () => {
    const { token } = await make(merchant);
    expect(await use(token)).toBe('done');
    const [row] = await creditsOf(device.id);
    const settle = (outcome: Pick<SettledCommand, 'state' | 'reason' | 'late'>) =>
      server.services.db.transaction((tx) =>
        settleRemoteCredit(
          tx,
          {
            tenantId: device.tenantId,
            deviceId: device.id,
            siteId: row!.siteId,
            code: device.code,
            type: 'claw',
            id: row!.commandId,
            command: 'credit',
            parameters: { amount: 3 },
            asked: 3,
            counted: null,
            subjectKind: 'remoteCredit',
            subjectId: row!.id,
            ...outcome,
          },
          server.clock.now(),
        ),
      );
    await settle({ state: 'unknown', reason: 'noAnswer', late: false });
    expect(await stateOf(token)).toBe('unknown');
    expect(await use(token)).toBe('remotecredit:error.linkUsed');
    await settle({ state: 'expired', reason: 'notExecuted', late: true });
    expect(await stateOf(token)).toBe('open');
    expect(await creditsOf(device.id)).toMatchObject([{ state: 'expired', counted: 0 }]);
  });

  it('is not spent on a machine that is away', async () => {
    const { token } = await make(merchant);
    const session = 'about to leave';
    await device.say('hello', device.hello(session));
    await device.say('offline', { session, reason: 'shutdown' });
    expect(await use(token)).toBe('remotecredit:error.machineOffline');
    expect(await stateOf(token)).toBe('open');
    await device.say('hello', device.hello('back again'));
    expect(await use(token)).toBe('done');
  });

  it('ends by time, by revocation, and is nothing to who guesses', async () => {
    const revoked = await make(merchant);
    await merchant.call(calls.revokeLink, { id: revoked.id });
    expect(await use(revoked.token)).toBe('remotecredit:error.linkRevoked');
    expect(await refusalOf(merchant.call(calls.revokeLink, { id: revoked.id }))).toBe('kit:error.notFound');
    const old = await make(merchant, { validHours: 1 });
    server.clock.forward(hourMs + minuteMs);
    expect(await use(old.token)).toBe('kit:error.linkExpired');
    expect(await stateOf(old.token)).toBe('expired');
    expect(await use('x'.repeat(43))).toBe('kit:error.linkExpired');
  });

  it('counts towards the day of its maker until it ends unused, and its token is stored nowhere', async () => {
    const { client: staff } = await hire({ perCredit: 5, perDay: 8 });
    const left = async () => (await staff.call(calls.readAllowance, {})).left;
    const { id, token } = await make(staff, { coins: 5 });
    expect(await left()).toBe(3);
    expect(await refusalOf(make(staff, { coins: 5 }))).toBe('allowance:error.perDay');
    const [found] = await server.services.db.raw`
      select to_jsonb(remote_credit_link)::text as row from remote_credit_link where id = ${id}`;
    expect(found!.row).not.toContain(token);
    await staff.call(calls.revokeLink, { id });
    expect(await left()).toBe(8);
  });
});
