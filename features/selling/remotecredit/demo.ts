import { type DeviceView, listDemoFleet } from '#features/machines/devices/server/public.ts';
import { newSecret } from '#kit/kernel/ids.ts';
import { businessDay, dayMs, hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import type { FailureReason } from '#kit/protocol/messages.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import type { CreditState } from './contract.ts';
import { creditTypes } from './rules/credit-rules.ts';
import { deviceColumnsOf } from './server/give-coins.ts';
import { remoteCreditLimits, remoteCreditLinks, remoteCredits } from './tables.ts';

const tenantId = demoTenants.merchant;
const scope = tenantScope(tenantId);
const people = {
  merchant: { userId: demoId('user:merchant'), userName: '陈立新' },
  manager: { userId: demoId('user:manager'), userName: '孙志强' },
};

interface PastCredit {
  hoursAgo: number;
  by: keyof typeof people;
  coins: number;
  counted?: number;
  state?: CreditState;
  reason?: FailureReason | 'noAnswer' | 'notExecuted';
  note: string;
}

const pastCredits: PastCredit[] = [
  { hoursAgo: 2, by: 'manager', coins: 2, note: '吞币补偿' },
  { hoursAgo: 5, by: 'manager', coins: 5, note: '会员日活动' },
  { hoursAgo: 7, by: 'merchant', coins: 10, note: '试机' },
  { hoursAgo: 21, by: 'manager', coins: 3, counted: 0, state: 'failed', reason: 'busy', note: '吞币补偿' },
  { hoursAgo: 22, by: 'manager', coins: 3, note: '吞币补偿' },
  { hoursAgo: 27, by: 'manager', coins: 10, counted: 6, note: '生日赠送' },
  { hoursAgo: 30, by: 'merchant', coins: 20, note: '门店开业体验' },
  {
    hoursAgo: 46,
    by: 'manager',
    coins: 1,
    counted: 0,
    state: 'expired',
    reason: 'notExecuted',
    note: '吞币补偿',
  },
  { hoursAgo: 47, by: 'manager', coins: 1, note: '吞币补偿' },
  { hoursAgo: 52, by: 'manager', coins: 5, state: 'unknown', reason: 'noAnswer', note: '机器死机补偿' },
  { hoursAgo: 70, by: 'merchant', coins: 8, note: '客诉处理' },
];

function creditOf(past: PastCredit, index: number, device: DeviceView, now: Date) {
  const createdAt = new Date(now.getTime() - past.hoursAgo * hourMs - index * minuteMs);
  const { state = 'done', coins, counted = state === 'unknown' ? null : coins } = past;
  return {
    id: demoId(`remote-credit:${index}`),
    createdAt,
    ...deviceColumnsOf(device),
    ...people[past.by],
    day: businessDay(createdAt),
    note: past.note,
    commandId: demoId(`remote-credit-command:${index}`),
    asked: coins,
    counted,
    state,
    reason: past.reason ?? null,
    settledAt: new Date(createdAt.getTime() + 4 * secondMs),
  };
}

function linkOf(name: string, device: DeviceView, createdAt: Date, coins: number, note: string) {
  return {
    id: demoId(`remote-credit-link:${name}`),
    createdAt,
    ...deviceColumnsOf(device),
    ...people.manager,
    day: businessDay(createdAt),
    note,
    coins,
    // Nobody has these links: what stands here opens nothing.
    tokenHash: newSecret(),
    expiresAt: new Date(createdAt.getTime() + 3 * dayMs),
  };
}

const part: DemoPart = {
  order: 60,
  async seed(tx, { clock }) {
    const now = clock.now();
    const fleet = await listDemoFleet(tx, scope);
    const machines = fleet.filter(({ type }) => (creditTypes as readonly string[]).includes(type));
    await insert(tx, scope, remoteCreditLimits, [
      { roleId: demoId(`role:${tenantId}:manager`), perCredit: 20 },
      { roleId: demoId(`role:${tenantId}:cashier`), perCredit: 5 },
    ]);
    const machineFor = (index: number) => machines[(index * 5) % machines.length];
    const credits = pastCredits.flatMap((past, index) => {
      const device = machineFor(index);
      return device ? [creditOf(past, index, device, now)] : [];
    });
    const [first, second] = machines;
    if (!first || !second) return;
    const usedAt = new Date(now.getTime() - 26 * hourMs);
    const usedLink = linkOf('used', first, new Date(usedAt.getTime() - 3 * hourMs), 4, '微信客服补偿');
    const linkCredit = {
      ...creditOf({ hoursAgo: 26, by: 'manager', coins: 4, note: usedLink.note }, 100, first, now),
      linkId: usedLink.id,
    };
    await insert(tx, scope, remoteCreditLinks, [
      { ...usedLink, usedAt, creditId: linkCredit.id },
      linkOf('open', second, new Date(now.getTime() - 4 * hourMs), 3, '抖音活动'),
      linkOf('expired', second, new Date(now.getTime() - 5 * dayMs), 2, '客诉处理'),
    ]);
    await insert(tx, scope, remoteCredits, [...credits, linkCredit]);
  },
};
export default part;
