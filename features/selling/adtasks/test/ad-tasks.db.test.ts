import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { type DeviceView, listDemoFleet } from '#features/machines/devices/server/public.ts';
import { platformAds, readBalances } from '#features/money/ledger/server/public.ts';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import { addDays, businessDay, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { downTopic, upTopic } from '#kit/protocol/topics.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { adtasksContract } from '../contract.ts';
import { foldPlays } from '../server/fold-plays.ts';
import { adDue, adIncomes, adTasks } from '../tables.ts';

const { server, staff } = testServer();
const admin = staff('admin');
const merchant = staff('merchant');
const neighbour = staff('merchant2');
const scope = tenantScope(demoTenants.merchant);
const { offerTask, endOffers, listOffers, listDoubts, decideDoubt } = adtasksContract;
const { listTasks, acceptTask, leaveTask, listAdIncome, readAdDays, listTaskMachines } = adtasksContract;

/** Lottery machines show nothing in the demo. */
const machines = async () =>
  (await listDemoFleet(server.services.db.read, scope)).filter(
    ({ type, controlled }) => type === 'lottery' && controlled,
  );

let shade = 0;
async function uploaded(): Promise<string> {
  const bytes = await sharp({ create: { width: 90 + shade++, height: 40, channels: 3, background: '#27a' } })
    .png()
    .toBuffer();
  const token = (await server.login('admin')).access_token;
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/pay/uploadVideoOrImage?fileType=1',
    headers: { 'blade-auth': `bearer ${token}`, 'content-type': 'multipart/form-data; boundary=X' },
    payload: Buffer.concat([
      Buffer.from('--X\r\ncontent-disposition: form-data; name="file"; filename="ad.png"\r\n\r\n'),
      bytes,
      Buffer.from('\r\n--X--\r\n'),
    ]),
  });
  return answer.json().data.link;
}

const today = () => businessDay(server.clock.now());

async function offered(
  title: string,
  terms: { priceFen?: number; budgetFen?: number } = {},
): Promise<string> {
  const { id } = await admin.call(offerTask, {
    ...{ title, link: await uploaded(), seconds: 10, priceFen: 5, budgetFen: 100_00, ...terms },
    ...{ fromDay: today(), toDay: addDays(today(), 20), types: ['lottery'] },
  });
  return id;
}

const say = (code: string, kind: 'hello' | 'telemetry', message: object) =>
  server.loopback!.publish(upTopic(code, kind), JSON.stringify(message));

let session = 0;
const hello = ({ code, type }: DeviceView) =>
  say(code, 'hello', {
    ...{ session: `ad-${session++}`, protocol: 1, type, model: 'test', firmware: '2.4.0', boot: 1, epoch: 1 },
    ...{ contentVersion: 0, settingsVersion: 0, settingsHash: '0000000000000000', faults: [] },
    signal: { kind: 'wired' },
  });

const itemsSentTo = (code: string): string[][] =>
  server
    .loopback!.published.filter(({ topic }) => topic === downTopic(code, 'content'))
    .map(({ payload }) => JSON.parse(JSON.parse(payload).body).items.map((item: { id: string }) => item.id));

/** A machine that is there, has the task, and was sent it. */
async function showing(id: string, place: number): Promise<DeviceView> {
  const machine = (await machines())[place]!;
  await hello(machine);
  await merchant.call(acceptTask, { id, equipmentIds: [machine.deviceId] });
  await vi.waitFor(() => expect(itemsSentTo(machine.code).at(-1)).toContain(id), soon);
  return machine;
}

let seq = 0;
const thisHour = () => new Date(Math.floor(server.clock.now().getTime() / hourMs) * hourMs).toISOString();
const telemetryOf = (item: string, plays: number, hour = thisHour()) => ({
  ...{ epoch: 9, seq: ++seq, at: server.clock.now().toISOString() },
  played: [{ item, hour, thousandths: plays * 1000 }],
});

async function told(machine: DeviceView, id: string, plays: number): Promise<void> {
  await say(machine.code, 'telemetry', telemetryOf(id, plays));
  await vi.waitFor(
    async () =>
      expect(await find(server.services.db.read, platformScope, adDue, { taskId: id })).not.toEqual([]),
    soon,
  );
}

/** The hour is over, and what it counted is turned into income; by several at once. */
async function fold(times = 1): Promise<void> {
  server.clock.forward(hourMs + 15 * minuteMs);
  await Promise.all(Array.from({ length: times }, () => foldPlays(server.services)));
}

const incomesOf = async (id: string) =>
  (await find(server.services.db.read, platformScope, adIncomes, { taskId: id })).map(
    ({ plays, cut, amountFen, turn }) => ({ plays, cut, amountFen, turn }),
  );
const taskOf = async (id: string) =>
  (await find(server.services.db.read, platformScope, adTasks, { id }))[0]!;
const availableFen = async () =>
  (await merchant.call(walletContract.readWallet, {})).wallet!.balances.availableFen;
const doubtsOf = async (title: string) =>
  (await admin.call(listDoubts, { size: 100 })).records.filter((doubt) => doubt.title === title);

describe('a task of the platform', () => {
  it('is accepted for machines, which are sent it, and is taken off them again', async () => {
    const id = await offered('接受');
    const machine = await showing(id, 0);
    const equipmentIds = [machine.deviceId];
    const [row] = (await merchant.call(listTasks, { title: '接受' })).records;
    expect(row).toMatchObject({ id, machines: 1, state: 'running', incomeFen: 0 });
    expect((await merchant.call(acceptTask, { id, equipmentIds })).machines).toBe(0);
    await merchant.call(leaveTask, { id, equipmentIds });
    await vi.waitFor(() => expect(itemsSentTo(machine.code).at(-1)).not.toContain(id), soon);
    expect((await merchant.call(listTaskMachines, { id })).total).toBe(0);
  });

  it('is refused for machines of other types and of other merchants, and once it is ended', async () => {
    const id = await offered('拒绝');
    const fleet = await listDemoFleet(server.services.db.read, scope);
    const claw = fleet.find(({ type, controlled }) => type === 'claw' && controlled)!;
    const lottery = (await machines())[0]!;
    expect(await refusalOf(merchant.call(acceptTask, { id, equipmentIds: [claw.deviceId] }))).toBe(
      'adtasks:error.otherType',
    );
    await expect(neighbour.call(acceptTask, { id, equipmentIds: [lottery.deviceId] })).rejects.toMatchObject({
      status: 404,
    });
    await expect(merchant.call(listOffers, {})).rejects.toMatchObject({ status: 403 });
    await admin.call(endOffers, { ids: [id] });
    expect(await refusalOf(merchant.call(acceptTask, { id, equipmentIds: [lottery.deviceId] }))).toBe(
      'adtasks:error.closed',
    );
  });
});

describe('counted plays', () => {
  it('are income once, however often they are told and folded, and later ones are added', async () => {
    const id = await offered('一次');
    const machine = await showing(id, 1);
    const before = await availableFen();
    const hour = thisHour();
    const message = telemetryOf(id, 30, hour);
    for (const _ of [1, 2]) await say(machine.code, 'telemetry', message);
    await told(machine, id, 10);
    await fold(2);
    expect(await incomesOf(id)).toEqual([{ plays: 40, cut: 0, amountFen: 200, turn: 1 }]);
    expect(await availableFen()).toBe(before + 200);
    await foldPlays(server.services);
    await say(machine.code, 'telemetry', telemetryOf(id, 5, hour));
    await vi.waitFor(
      async () =>
        expect(await find(server.services.db.read, platformScope, adDue, { taskId: id })).toHaveLength(1),
      soon,
    );
    await foldPlays(server.services);
    expect((await incomesOf(id)).map(({ plays, turn }) => [plays, turn]).toSorted()).toEqual([
      [40, 1],
      [5, 2],
    ]);
    expect(await availableFen()).toBe(before + 225);
    const [line] = (await merchant.call(listAdIncome, { equipmentId: machine.deviceId })).records;
    expect(line).toMatchObject({ title: '一次', plays: 45, amountFen: 225 });
    expect((await merchant.call(readAdDays, {})).at(-1)!.amountFen).toBeGreaterThanOrEqual(225);
    expect((await neighbour.call(listAdIncome, { equipmentId: machine.deviceId })).total).toBe(0);
    await expectBooksRight(server);
  });

  it('are cut at the budget, whichever fold comes first, and machines stop showing a task that is spent', async () => {
    const id = await offered('预算', { priceFen: 7, budgetFen: 100 });
    const one = await showing(id, 2);
    const other = await showing(id, 3);
    await told(one, id, 9);
    await told(other, id, 9);
    await vi.waitFor(
      async () =>
        expect(await find(server.services.db.read, platformScope, adDue, { taskId: id })).toHaveLength(2),
      soon,
    );
    await fold(3);
    const incomes = await incomesOf(id);
    const sum = (of: (line: (typeof incomes)[number]) => number) =>
      incomes.reduce((total, line) => total + of(line), 0);
    expect([sum(({ plays }) => plays), sum(({ cut }) => cut), sum(({ amountFen }) => amountFen)]).toEqual([
      14, 4, 98,
    ]);
    expect(await taskOf(id)).toMatchObject({ paidFen: 98 });
    expect((await merchant.call(listTasks, { title: '预算' })).records[0]).toMatchObject({ state: 'spent' });
    await vi.waitFor(() => expect(itemsSentTo(one.code).at(-1)).not.toContain(id), soon);
    await expectBooksRight(server);
  });

  it('that an hour has no room for are set aside, and paid only by the word of the platform', async () => {
    const id = await offered('存疑', { priceFen: 1, budgetFen: 400 });
    const machine = await showing(id, 0);
    const before = await availableFen();
    const [ads] = await readBalances(server.services.db.read, [platformAds]);
    await say(machine.code, 'telemetry', telemetryOf(id, 500));
    await vi.waitFor(async () => expect(await doubtsOf('存疑')).toHaveLength(1), soon);
    await fold();
    expect(await incomesOf(id)).toEqual([]);
    const [doubt] = await doubtsOf('存疑');
    expect(doubt).toMatchObject({ reason: 'tooMany', plays: 500, state: 'open' });
    await expect(merchant.call(decideDoubt, { id: doubt!.id, approve: true })).rejects.toMatchObject({
      status: 403,
    });
    expect(await admin.call(decideDoubt, { id: doubt!.id, approve: true })).toEqual({
      ...{ state: 'approved', amountFen: 400 },
    });
    expect(await refusalOf(admin.call(decideDoubt, { id: doubt!.id, approve: false }))).toBe(
      'adtasks:error.decided',
    );
    expect(await availableFen()).toBe(before + 400);
    const [after] = await readBalances(server.services.db.read, [platformAds]);
    expect(after!.balance).toBe(ads!.balance - 400);
    await expectBooksRight(server);
  });

  it('from an hour in which the machine did not have the task are set aside, and stay unpaid when refused', async () => {
    const id = await offered('未投放');
    const machine = await showing(id, 1);
    await merchant.call(leaveTask, { id, equipmentIds: [machine.deviceId] });
    server.clock.forward(2 * hourMs);
    await hello(machine);
    await told(machine, id, 12);
    await fold();
    const [doubt] = await doubtsOf('未投放');
    expect(doubt).toMatchObject({ reason: 'notPlaced', plays: 12 });
    await admin.call(decideDoubt, { id: doubt!.id, approve: false });
    await foldPlays(server.services);
    expect(await incomesOf(id)).toEqual([]);
    await expectBooksRight(server);
  });
});

describe('the demo', () => {
  it('has a running task with income on past days, and one count set aside', async () => {
    const { records } = await merchant.call(listTasks, { state: 'running', size: 100 });
    const shown = records.find(({ title }) => title === '冬季热饮');
    expect(shown).toMatchObject({ machines: 3, doubted: 900 });
    expect(shown!.incomeFen).toBeGreaterThan(0);
    const demo = await find(server.services.db.read, platformScope, adIncomes, (income) =>
      eq(income.taskId, shown!.id),
    );
    expect(new Set(demo.map(({ day }) => day)).size).toBeGreaterThan(3);
    expect(demo.every(({ amountFen, plays }) => amountFen === plays * 2)).toBe(true);
  });
});
