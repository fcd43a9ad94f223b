import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { allowanceContract } from '#features/money/allowance/contract.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { firstSite, secondSite } from '#features/people/members/test/hall.ts';
import { refundOrder } from '#features/selling/orders/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { refusal, refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { rewardsContract as calls } from '../contract.ts';
import { stageOf } from './stage.ts';

const { server } = testServer();
let stage: ReturnType<typeof stageOf>;
beforeAll(async () => {
  stage = stageOf(server);
  await server.services.db.raw`update point_rule set active_since = null`;
});
afterAll(() => expectBooksRight(server));

type NewTask = InputOf<typeof calls.saveTask>;
/** tests move the clock, which ends older logins */
const staff = () => server.logIn('merchant');
const addTask = async (task: Partial<NewTask> & Pick<NewTask, 'kind'>) =>
  (await (await staff()).call(calls.saveTask, { amount: 10, ...task })).id;
const own = async (client: Client, id: string, fieldId: string = firstSite) =>
  (await client.call(calls.listOwnTasks, { fieldId })).tasks.find((task) => task.id === id);
const claim = (client: Client, id: string, fieldId: string = firstSite) =>
  client.call(calls.claimTask, { fieldId, id });

describe('the days of a task', () => {
  it('are not before today', async () => {
    const past = addTask({ kind: 'signIn', untilDay: '2020-01-01' });
    expect((await refusal(past)).issues).toMatchObject([{ path: 'untilDay', key: 'kit:validation.pastDay' }]);
  });
});

describe('a sign-in', () => {
  it('gives once a day, also to fifty wishes at the same moment', async () => {
    const id = await addTask({ kind: 'signIn', amount: 7 });
    const { playerId, client } = await stage.guest();
    expect((await own(client, id))?.state).toBe('ready');
    const answers = await Promise.all(Array.from({ length: 50 }, () => refusalOf(claim(client, id))));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['done', 'rewards:error.claimed.day']));
    expect(await stage.owned(playerId)).toBe(7);
    expect((await own(client, id))?.state).toBe('claimed');
    // at another site it is the same task
    expect(await refusalOf(claim(client, id, secondSite))).toBe('rewards:error.claimed.day');
  });

  it('brings more after days in a row, and begins again after a gap', async () => {
    const id = await addTask({ kind: 'signIn', amount: 5, streakDays: 2, streakBonus: 20 });
    const { playerId } = await stage.guest();
    const signIn = async () => claim(await stage.clientOf(playerId), id);
    expect(await signIn()).toMatchObject({ amount: 5, streak: 1 });
    server.clock.forward(dayMs);
    expect((await own(await stage.clientOf(playerId), id))?.amount).toBe(25);
    expect(await signIn()).toMatchObject({ amount: 25, streak: 2 });
    server.clock.forward(2 * dayMs);
    expect(await signIn()).toMatchObject({ amount: 5, streak: 1, held: 35 });
  });
});

describe('a budget', () => {
  it('is never passed, however many claim at once', async () => {
    const id = await addTask({ kind: 'signIn', amount: 10, budget: 25 });
    const guests = await stage.guests(50);
    const answers = await Promise.all(guests.map(({ client }) => refusalOf(claim(client, id))));
    expect(new Set(answers)).toEqual(new Set(['done', 'rewards:error.budget']));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(2);
    const { records } = await (await staff()).call(calls.listTasks, { size: 100 });
    expect(records.find((task) => task.id === id)).toMatchObject({ given: 20, claims: 2 });
    expect((await own(guests[49]!.client, id))?.state).not.toBe('ready');
  });

  it('of a day is there again on the next', async () => {
    const id = await addTask({ kind: 'signIn', amount: 10, dayBudget: 10 });
    const [first, second] = [await stage.guest(), await stage.guest()];
    await claim(first.client, id);
    expect(await refusalOf(claim(second.client, id))).toBe('rewards:error.dayBudget');
    server.clock.forward(dayMs);
    await claim(await stage.clientOf(second.playerId), id);
    expect(await stage.owned(second.playerId)).toBe(10);
  });
});

it('a task without any budget waits for a second person, however little it gives; the owner sets one alone', async () => {
  const owner = await staff();
  const rights = ['rewards.view', 'rewards.edit', 'allowance.view'];
  const { client } = await hireStaff(server, owner, rights);
  const task = { kind: 'signIn', amount: 1 } as const;
  const { id, asked } = await client.call(calls.saveTask, task);
  expect(asked).not.toBeNull();
  const there = async () =>
    (await owner.call(calls.listTasks, { size: 100 })).records.some((one) => one.id === id);
  expect(await there()).toBe(false);
  await owner.call(allowanceContract.decideRequest, { id: asked!, agree: true });
  expect(await there()).toBe(true);
  const change = async (more: object) =>
    (await client.call(calls.saveTask, { ...task, id, ...more })).asked !== null;
  expect(await change({ title: 'Come again' })).toBe(false);
  expect(await change({ amount: 2 })).toBe(true);
  expect(await change({ budget: 100 })).toBe(false);
  expect(await change({})).toBe(true);
  await addTask({ kind: 'signIn', amount: 1 });
});

it('the proof misses the allowance behind a task that gave something', async () => {
  const { db, booksChecks, clock } = server.services;
  const wrong = async () =>
    (await prove(db, clock.now(), booksChecks)).checks.flatMap(({ name, holds }) => (holds ? [] : [name]));
  const id = await addTask({ kind: 'signIn', amount: 3, budget: 30 });
  await (await staff()).call(calls.saveTask, { id, kind: 'signIn', amount: 3, budget: 60 });
  await claim((await stage.guest()).client, id);
  expect(await wrong()).toEqual([]);
  const elsewhere = newId();
  await db.raw`update allowance_given set subject_id = ${elsewhere} where door = 'task' and subject_id = ${id}`;
  expect(await wrong()).toEqual(['givenFromAllowance']);
  await db.raw`update allowance_given set subject_id = ${id} where door = 'task' and subject_id = ${elsewhere}`;
});

describe('progress', () => {
  it('is what was paid here and not refunded, since the task and in its period', async () => {
    const { playerId, client } = await stage.guest();
    await stage.buy(playerId, 9000);
    server.clock.forward(1000);
    const id = await addTask({ kind: 'spend', goalFen: 5000, period: 'week' });
    expect(await own(client, id)).toMatchObject({ state: 'open', progress: 0, goal: 5000 });
    const order = await stage.buy(playerId, 3000);
    await stage.buy(playerId, 2500);
    await stage.buy(playerId, 8000, { siteId: secondSite });
    expect((await own(client, id))?.state).toBe('ready');
    await server.services.db.transaction((tx) =>
      refundOrder(tx, server.services, order, { amount: 1000, reason: 'less', automatic: false }),
    );
    expect(await own(client, id)).toMatchObject({ state: 'open', progress: 4500 });
    expect(await refusalOf(claim(client, id))).toBe('rewards:error.notDone');
    await stage.buy(playerId, 500);
    await claim(client, id);
    expect(await stage.owned(playerId)).toBe(10);
  });

  it('begins with what was refunded after a claim: that stays, and the next one makes up for it', async () => {
    const { playerId, client } = await stage.guest();
    const id = await addTask({ kind: 'spend', goalFen: 5000, period: 'day' });
    const refund = (order: Awaited<ReturnType<typeof stage.buy>>, amount: number) =>
      server.services.db.transaction((tx) =>
        refundOrder(tx, server.services, order, { amount, reason: 'late', automatic: false }),
      );
    const order = await stage.buy(playerId, 6000);
    await claim(client, id);
    await refund(order, 4000);
    expect(await own(client, id)).toMatchObject({ state: 'claimed' });
    expect(await stage.owned(playerId)).toBe(10);
    // a task that asks for more today does not ask for it afterwards
    await (await staff()).call(calls.saveTask, {
      ...{ id, kind: 'spend', goalFen: 7000, period: 'day', amount: 10 },
    });
    server.clock.forward(dayMs);
    const next = await stage.clientOf(playerId);
    await stage.buy(playerId, 7000);
    expect(await own(next, id)).toMatchObject({ state: 'open', progress: 4000 });
    expect((await own(next, id))?.says).toContain('30.00');
    expect(await refusalOf(claim(next, id))).toBe('rewards:error.notDone');
    await stage.buy(playerId, 3000);
    await claim(next, id);
    expect(await stage.owned(playerId)).toBe(20);
    // made up for: the day after begins at nothing
    server.clock.forward(dayMs);
    const last = await stage.clientOf(playerId);
    await stage.buy(playerId, 1000);
    expect(await own(last, id)).toMatchObject({ state: 'open', progress: 1000 });
  });

  it('counts plays', async () => {
    const id = await addTask({ kind: 'play', goal: 2, unit: 'ticket', amount: 3 });
    const { playerId, client } = await stage.guest();
    await stage.buy(playerId, 100, { kind: 'play' });
    expect((await own(client, id))?.progressText).toBe('1 / 2');
    await stage.buy(playerId, 100, { kind: 'play' });
    expect(await claim(client, id)).toMatchObject({ unit: 'ticket', amount: 3, held: 3 });
    expect(await stage.owned(playerId, 'ticket')).toBe(3);
  });

  it('needs a whole profile', async () => {
    const id = await addTask({ kind: 'profile', period: 'day' });
    const { playerId, client } = await stage.guest();
    expect(await refusalOf(claim(client, id))).toBe('rewards:error.notDone');
    await server.services.db
      .raw`update player set phone = '13800000001', birthday = '2000-01-01' where id = ${playerId}`;
    await claim(client, id);
    server.clock.forward(dayMs);
    expect(await refusalOf(claim(await stage.clientOf(playerId), id))).toBe('rewards:error.claimed.once');
  });
});

describe('a link that is passed on', () => {
  const tokenOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('by') as string;

  it('counts other people, each once a day, and as invited who are new and have paid', async () => {
    const share = await addTask({ kind: 'share', goal: 2, period: 'month' });
    const invite = await addTask({ kind: 'invite', goal: 1, period: 'month' });
    const host = await stage.guest();
    const { path } = await host.client.call(calls.shareShop, { fieldId: firstSite });
    expect((await host.client.call(calls.shareShop, { fieldId: firstSite })).path).toBe(path);
    expect(path).not.toContain(host.playerId);
    const token = tokenOf(path);
    const come = (client: Client) => client.call(calls.comeByLink, { token });
    expect((await come(host.client)).counted).toBe(false);
    const [one, two] = [await stage.guest(), await stage.guest()];
    expect((await come(one.client)).counted).toBe(true);
    expect((await come(one.client)).counted).toBe(false);
    expect((await own(host.client, share))?.progress).toBe(1);
    await come(two.client);
    expect((await own(host.client, share))?.state).toBe('ready');
    expect((await own(host.client, invite))?.progress).toBe(0);
    await stage.buy(one.playerId, 100);
    expect((await own(host.client, invite))?.state).toBe('ready');
    await claim(host.client, invite);
    expect(await refusalOf(claim(host.client, invite))).toBe('rewards:error.claimed.month');
    expect(await refusalOf(one.client.call(calls.comeByLink, { token: 'x'.repeat(22) }))).toBe(
      'rewards:error.noLink',
    );
  });

  it('invites somebody for one person only', async () => {
    const invite = await addTask({ kind: 'invite', goal: 1, period: 'month' });
    const [first, second, guest] = [await stage.guest(), await stage.guest(), await stage.guest()];
    for (const { client } of [first, second]) {
      const { path } = await client.call(calls.shareShop, { fieldId: firstSite });
      await guest.client.call(calls.comeByLink, { token: tokenOf(path) });
    }
    await stage.buy(guest.playerId, 100);
    expect((await own(first.client, invite))?.progress).toBe(1);
    expect((await own(second.client, invite))?.progress).toBe(0);
  });
});

describe('a task', () => {
  it('keeps its kind, unit and period once somebody has claimed it, and can end', async () => {
    const task = { kind: 'signIn', amount: 10 } as const;
    const id = await addTask(task);
    const { client } = await stage.guest();
    await claim(client, id);
    const merchant = await staff();
    expect(await refusalOf(merchant.call(calls.saveTask, { ...task, id, unit: 'ticket' }))).toBe(
      'rewards:error.fixed',
    );
    await merchant.call(calls.saveTask, { ...task, id, amount: 12, active: false });
    const late = await stage.guest();
    expect(await refusalOf(claim(late.client, id))).toBe('rewards:error.task.off');
    await merchant.call(calls.removeTasks, { ids: [id] });
    expect(await refusalOf(claim(late.client, id))).toBe('rewards:error.noTask');
  });

  it('belongs to its merchant, and one of all sites to who sees them all', async () => {
    const id = await addTask({ kind: 'signIn', fieldId: firstSite });
    const other = await server.logIn('merchant2');
    expect(await refusalOf(other.call(calls.removeTasks, { ids: [id] }))).toBe('kit:error.notFound');
    const { client } = await hireStaff(server, await staff(), ['rewards.view', 'rewards.edit'], [secondSite]);
    expect((await client.call(calls.listTasks, { size: 100 })).records).toEqual([]);
    expect(await refusalOf(client.call(calls.saveTask, { kind: 'signIn', amount: 1 }))).toBe(
      'rewards:error.allSites',
    );
    expect(
      await refusalOf(client.call(calls.saveTask, { id, kind: 'signIn', amount: 1, fieldId: secondSite })),
    ).toBe('kit:error.notFound');
    const guest = await stage.guest();
    expect(await refusalOf(claim(guest.client, id, secondSite))).toBe('rewards:error.noTask');
    expect(await refusalOf(claim(guest.client, newId()))).toBe('rewards:error.noTask');
  });
});
