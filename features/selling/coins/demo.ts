import {
  type DeviceView,
  listDemoFleet,
  sumCountersByDay,
} from '#features/machines/devices/server/public.ts';
import { mintAccount, playerAccount, postTransfers } from '#features/money/ledger/server/public.ts';
import { opensAtHour } from '#kit/kernel/demo-days.ts';
import { pick } from '#kit/kernel/pick.ts';
import { businessDay, dayMs, hourMs, minuteMs, startOfDay } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { demoPeople } from '#providers/demo-people.ts';
import type { DispenseOutcome } from './contract/exchange-machines.ts';
import {
  addOut,
  expectedOf,
  insertEntry,
  insertStocktake,
  lockAccount,
  updateAccount,
} from './server/exchange-machine-queries.ts';
import { bookCount } from './server/keep-accounts.ts';
import { beginHours, type HourGain } from './server/keep-hours.ts';
import { seedTakings } from './server/seed-takings.ts';
import { coinDeposits, coinDispenses, coinIssueLimits, coinIssues } from './tables.ts';

const owners = [
  {
    tenantId: demoTenants.merchant,
    userId: demoId('user:manager'),
    userName: '孙志强',
    cashier: { id: demoId('user:merchant'), name: '陈立新' },
  },
  {
    tenantId: demoTenants.merchant2,
    userId: demoId('user:merchant2'),
    userName: '林晓彤',
    cashier: { id: demoId('user:merchant2'), name: '林晓彤' },
  },
] as const;
type Owner = (typeof owners)[number];

/** Most people come after lunch and in the evening; the shares of a day's coins, from opening on. */
const busyHours = [
  { hour: opensAtHour, share: 0.1 },
  { hour: 14, share: 0.3 },
  { hour: 19, share: 0.6 },
];

const back = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

/** What the counters of each machine say of its days, laid into two hours of each. */
async function gainsOfDays(tx: Tx, owner: Owner, devices: readonly DeviceView[], from: string, now: Date) {
  const found = await sumCountersByDay(tx, tenantScope(owner.tenantId), {
    from,
    to: businessDay(now),
    counters: ['cashCoins', 'notes', 'notesYuan', 'cashFen'],
  });
  const known = new Map(devices.map((device) => [device.deviceId, device]));
  const gains: HourGain[] = [];
  for (const own of Map.groupBy(found, ({ deviceId, day }) => `${deviceId} ${day}`).values()) {
    const [{ deviceId, day }] = own as [(typeof found)[number]];
    const device = known.get(deviceId);
    if (device) gains.push(...gainsOfDay(owner, device, day, own, now));
  }
  return gains;
}

function gainsOfDay(
  owner: Owner,
  device: DeviceView,
  day: string,
  sums: readonly { counter: string; amount: number }[],
  now: Date,
): HourGain[] {
  const counted = (counter: string) => sums.find((entry) => entry.counter === counter)?.amount ?? 0;
  const hours = busyHours
    .map(({ hour, share }) => ({ hourAt: new Date(startOfDay(day).getTime() + hour * hourMs), share }))
    .filter(({ hourAt }) => hourAt <= now);
  let given = { coins: 0, notes: 0, notesFen: 0, cashFen: 0 };
  return hours.flatMap(({ hourAt, share }, index) => {
    // what is left of the day falls into its last hour
    const last = index === hours.length - 1;
    const part = (all: number, before: number) => (last ? all - before : Math.floor(all * share));
    const own = {
      coins: part(counted('cashCoins'), given.coins),
      notes: part(counted('notes'), given.notes),
      notesFen: part(counted('notesYuan'), given.notesFen / 100) * 100,
      cashFen: part(Math.floor(counted('cashFen') / 100), given.cashFen / 100) * 100,
    };
    given = {
      coins: given.coins + own.coins,
      notes: given.notes + own.notes,
      notesFen: given.notesFen + own.notesFen,
      cashFen: given.cashFen + own.cashFen,
    };
    if (Object.values(own).every((amount) => amount === 0)) return [];
    return [
      {
        tenantId: owner.tenantId,
        ...pick(device, 'deviceId', 'siteId', 'code', 'type'),
        hourAt,
        ...own,
      },
    ];
  });
}

/** Counted once a few days ago, loaded since, and counted again at every second machine. */
async function accountOf(tx: Tx, owner: Owner, device: DeviceView, index: number, now: Date): Promise<void> {
  const { tenantId, deviceId, siteId, code } = device;
  const by = { userName: owner.userName, remark: '' };
  const openedAt = new Date(back(now, 4).getTime() + index * minuteMs);
  const opening = 1200 + index * 40;
  await bookCount(tx, await lockAccount(tx, device), {
    ...by,
    id: demoId(`stocktake:${code}:opening`),
    counted: opening,
    at: openedAt,
  });
  const loaded = 500;
  const entry = { deviceId, siteId, code };
  for (let day = 3; day >= 1; day--) {
    const account = await lockAccount(tx, device);
    const at = back(now, day);
    const out = 90 + ((index * 37 + day * 53) % 140);
    const next = { ...account, out: account.out + out, loaded: account.loaded + (day === 2 ? loaded : 0) };
    await updateAccount(tx, account, { out: next.out, loaded: next.loaded });
    const expected = expectedOf(next);
    if (day === 2)
      await insertEntry(tx, tenantId, {
        ...entry,
        id: demoId(`exchange-load:${code}`),
        createdAt: new Date(at.getTime() - hourMs),
        kind: 'load',
        day: businessDay(at),
        coins: loaded,
        expected,
        userName: owner.userName,
        remark: '早班加币',
      });
    await addOut(tx, device, {
      id: demoId(`exchange-out:${code}:${day}`),
      day: businessDay(at),
      coins: out,
      expected,
      at,
    });
  }
  if (index % 2 === 1) return;
  const account = await lockAccount(tx, device);
  const counted = (expectedOf(account) ?? 0) - (index % 4 === 0 ? 3 : 0);
  const at = new Date(now.getTime() - 5 * hourMs);
  const id = demoId(`stocktake:${code}:count`);
  const { expected } = await bookCount(tx, account, { ...by, id, remark: '周盘点', counted, at });
  await insertStocktake(tx, tenantId, {
    ...entry,
    id,
    createdAt: at,
    endedAt: at,
    userId: owner.userId,
    userName: owner.userName,
    remark: '周盘点',
    state: 'done',
    expected,
    counted,
  });
}

const pastDispenses: { yuan: number | null; asked: number; counted: number; outcome: DispenseOutcome }[] = [
  { yuan: 20, asked: 20, counted: 20, outcome: 'full' },
  { yuan: 10, asked: 10, counted: 10, outcome: 'full' },
  { yuan: null, asked: 30, counted: 30, outcome: 'full' },
  { yuan: 50, asked: 50, counted: 41, outcome: 'jam' },
  { yuan: 10, asked: 10, counted: 10, outcome: 'full' },
  { yuan: 20, asked: 20, counted: 14, outcome: 'empty' },
];

function dispensesOf(owner: Owner, device: DeviceView, index: number, now: Date) {
  return pastDispenses.slice(index % 2).map((past, place) => {
    const at = new Date(now.getTime() - (place * 5 + index + 1) * hourMs);
    return {
      id: demoId(`coin-dispense:${device.code}:${place}`),
      createdAt: at,
      settledAt: at,
      ...pick(device, 'deviceId', 'siteId', 'code'),
      source: past.yuan === null ? ('staff' as const) : ('note' as const),
      paidYuan: past.yuan,
      userName: past.yuan === null ? owner.userName : null,
      ...pick(past, 'asked', 'counted', 'outcome'),
      reason: past.outcome === 'jam' ? 'jam' : null,
    };
  });
}

const members = demoPeople.filter(({ phone }) => phone !== null);
const pastIssues = [
  { coins: 20, remark: '生日赠送', hoursAgo: 3 },
  { coins: 5, remark: '吞币补偿', hoursAgo: 9 },
  { coins: 30, remark: '充值活动补发', hoursAgo: 27 },
  { coins: 10, remark: '客诉处理', hoursAgo: 51 },
];

interface CoinsOfMember {
  id: string;
  playerId: string;
  siteId: string;
  amount: number;
  at: Date;
}

/** Hand-outs and booked deposits move coins in the books, all in one posting. */
async function coinsOfMembers(tx: Tx, owner: Owner, siteId: string, deposits: DeviceView[], now: Date) {
  const { tenantId, userId, userName } = owner;
  const playerOf = (index: number) => {
    const person = members[index % members.length]!;
    return { playerId: demoId(`player:${person.openId}`), playerName: person.name };
  };
  const issues = pastIssues.map(({ coins, remark, hoursAgo }, index) => {
    const at = new Date(now.getTime() - hoursAgo * hourMs);
    return {
      id: demoId(`coin-issue:${tenantId}:${index}`),
      createdAt: at,
      settledAt: at,
      siteId,
      way: 'member' as const,
      ...playerOf(index),
      coins,
      counted: coins,
      state: 'done' as const,
      remark,
      userId,
      userName,
      day: businessDay(at),
      requestId: demoId(`coin-issue-request:${tenantId}:${index}`),
    };
  });
  const poured = deposits.flatMap((device, place) =>
    [180, 64, 220].map((amount, index) => {
      const at = new Date(now.getTime() - (index * 7 + place + 1) * hourMs);
      const booked = index === 2;
      return {
        id: demoId(`coin-deposit:${device.code}:${index}`),
        createdAt: at,
        ...pick(device, 'deviceId', 'siteId', 'code'),
        unit: index === 1 ? ('ticket' as const) : ('coin' as const),
        amount,
        state: booked ? ('booked' as const) : ('waiting' as const),
        playerId: booked ? playerOf(place).playerId : null,
        bookedAt: booked ? new Date(at.getTime() + 10 * minuteMs) : null,
        bookedBy: booked ? userName : null,
      };
    }),
  );
  const transfer = (kind: string, key: string, coins: CoinsOfMember) => ({
    key: `${key}:${coins.id}`,
    tenantId,
    kind,
    legs: [
      { account: mintAccount(tenantId, 'coin'), amount: -coins.amount },
      { account: playerAccount(tenantId, coins.playerId, coins.siteId, 'coin'), amount: coins.amount },
    ],
    subject: { kind, id: coins.id },
    at: coins.at,
  });
  const moved = [
    ...issues.map(({ createdAt: at, coins: amount, ...issue }) =>
      transfer('coinIssue', 'coin-issue', { ...issue, amount, at }),
    ),
    ...poured.flatMap(({ playerId, bookedAt: at, ...deposit }) =>
      playerId && at ? [transfer('coinDeposit', 'deposit-in', { ...deposit, playerId, at })] : [],
    ),
  ];
  // the oldest first, as a statement reads
  await postTransfers(
    tx,
    moved.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
  );
  await insert(tx, tenantScope(tenantId), coinIssues, issues);
  if (poured.length > 0) await insert(tx, tenantScope(tenantId), coinDeposits, poured);
}

const part: DemoPart = {
  // after the orders, whose cash is in somebody's hands
  order: 92,
  async seed(tx, { clock, config }) {
    const now = clock.now();
    for (const owner of owners) {
      const scope = tenantScope(owner.tenantId);
      const devices = await listDemoFleet(tx, scope);
      const gains = await gainsOfDays(tx, owner, devices, businessDay(back(now, config.demoDays - 1)), now);
      await beginHours(
        tx,
        gains.map((gain) => ({ ...gain, coinsPerYuan: gain.coins > 0 ? 1 : null })),
      );
      const exchanges = devices.filter(({ type }) => type === 'exchange');
      for (const [index, device] of exchanges.entries()) await accountOf(tx, owner, device, index, now);
      const dispenses = exchanges.flatMap((device, index) => dispensesOf(owner, device, index, now));
      await insert(tx, scope, coinDispenses, dispenses);
      const deposits = devices.filter(({ type }) => type === 'deposit');
      await coinsOfMembers(tx, owner, devices[0]!.siteId, deposits, now);
      await insert(tx, scope, coinIssueLimits, { goodsPerDay: 200 });
      const siteIds = [...new Set(devices.map(({ siteId }) => siteId))];
      await seedTakings(tx, owner.tenantId, siteIds, { cashier: owner.cashier, days: config.demoDays, now });
    }
  },
};

export default part;
