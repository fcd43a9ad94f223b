import { alertsContract } from '#features/insight/alerts/contract.ts';
import { raiseAlert } from '#features/insight/alerts/server/public.ts';
import { createTestDevice, onlineDevice } from '#features/machines/devices/test/test-device.ts';
import { paymentsContract } from '#features/money/payments/contract.ts';
import { identitiesContract } from '#features/people/identities/contract.ts';
import { twinsOf } from '#features/people/identities/test/twins.ts';
import { hallOf } from '#features/people/members/test/hall.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import type { Ground, People, Planter } from './planter.ts';

const tenantId = demoTenants.merchant;
const siteId = demoId('site:merchant:1');

/** Texts are planted inside a test, on a server of its own. */
export async function testGround(server: TestServer): Promise<Ground> {
  const alarm = (kind: 'fault' | 'incomeLow', subject: string) =>
    server.services.db.transaction((tx) =>
      raiseAlert(tx, server.services, tenantId, {
        ...{ kind, subject, siteId, deviceId: demoId('device:CW10001') },
      }),
    );
  await alarm('fault', 'gripCoil');
  return {
    nobody: await server.as(undefined),
    as: (account) => server.logIn(account),
    withToken: (token) => server.withToken(token),
    encrypt: async (password) => server.encrypt(password),
    codeOf: async (phone) => server.messages.findLast((message) => message.phone === phone)?.params.code,
    newMachine: async (type, fieldId) => (await createTestDevice(server, { type, siteId: fieldId })).id,
    async machine(type) {
      const device = await onlineDevice(server, { type });
      if (type === 'exchange')
        await device.say('telemetry', device.telemetry(1, { hoppers: [{ hopper: 1, coins: 100 }] }));
      return device.id;
    },
    async rare(planter, people) {
      await alarm('incomeLow', '');
      await silence(planter, people);
      await decideDeposit(server, planter, people);
      await joinMembers(server, planter, people);
      await settleDisputes(server, planter, people);
    },
  };
}

async function silence(planter: Planter, { merchant }: People): Promise<void> {
  const { records } = await merchant.call(alertsContract.listAlerts, { state: 'open' });
  const odd = records.find(({ kind }) => kind === 'incomeLow')!;
  await planter.write(merchant, alertsContract.silenceAlert, {
    ...{ id: odd.id, reason: 'other', place: 'machine', untilDay: addDays(businessDay(new Date()), 1) },
  });
}

/** A count that no machine can make in that time is set aside for a person. */
async function decideDeposit(server: TestServer, planter: Planter, { merchant }: People): Promise<void> {
  const [held] = await server.services.db.raw<{ id: string }[]>`
    update coin_deposit set state = 'held', held_for = 'tooFast'
    where id = (select id from coin_deposit where state = 'waiting' limit 1) returning id`;
  await planter.write(merchant, coinsContract.decideDeposit, { id: held!.id, decision: 'refuse' });
}

/** Two records of one person, at the counter: joined, and split again. */
async function joinMembers(server: TestServer, planter: Planter, { merchant }: People): Promise<void> {
  const { wechat, alipay } = await twinsOf(() => server).bothProven();
  for (const playerId of [wechat, alipay]) await hallOf(server).topUp(playerId, 100);
  const pair = { playerId: wechat, otherId: alipay };
  const { seen } = await merchant.call(identitiesContract.previewMemberJoin, pair);
  const { id } = await planter.write(merchant, identitiesContract.joinMembers, { ...pair, seen });
  const back = await merchant.call(identitiesContract.previewMemberSplit, { id });
  await planter.write(merchant, identitiesContract.splitMembers, { id, seen: back.seen });
}

/** The platform said something else than our books. */
async function settleDisputes(server: TestServer, planter: Planter, { admin }: People): Promise<void> {
  const { raw } = server.services.db;
  const [payment] = await raw<{ id: string }[]>`select id from payment where tenant_id = ${tenantId} limit 1`;
  await raw`
    insert into payment_dispute (tenant_id, id, last_at, about, mismatch, source, asked_fen, state)
    values (${tenantId}, ${payment!.id}, now(), 'payment', 'amount', 'notice', 100, 'open')`;
  const differenceId = newId();
  await raw`
    insert into payment_difference (tenant_id, id, channel, day, kind, difference, out_no, state)
    values (${tenantId}, ${differenceId}, 'wechat', '2026-01-01', 'payment', 'unknown', 'x', 'open')`;
  await planter.write(admin, paymentsContract.resolveDispute, { id: payment!.id });
  await planter.write(admin, paymentsContract.resolveDifference, { id: differenceId });
}
