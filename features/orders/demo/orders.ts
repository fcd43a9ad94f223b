import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { PayWay } from '../contract/kinds.ts';

/** One order of the demo shop's past. */
export interface DemoOrder {
  index: number;
  owner: 'merchant' | 'merchant2';
  /** `site:merchant:1` */
  site: string;
  daysAgo: number;
  /** of the day */
  minute: number;
  payWay: PayWay;
  player?: string;
  /** a machine of this type; none: a top-up or a package */
  type?: DeviceType;
  wanted?: { number?: number; amountFen?: number };
  amountFen?: number;
  coins?: number;
  end: 'done' | 'part' | 'jam' | 'empty' | 'silent' | 'closed';
  refund?: { share: number; reason: string };
}

const days = 7;
const opens = 10 * 60;

const merchant = { owner: 'merchant', sites: ['site:merchant:1', 'site:merchant:2'] } as const;
const merchant2 = { owner: 'merchant2', sites: ['site:merchant2:1'] } as const;

/** Who plays and how they pay; the same on every day, so that figures can be compared. */
const usual: Pick<DemoOrder, 'payWay' | 'player' | 'type' | 'wanted' | 'end' | 'refund'>[] = [
  { payWay: 'wechat', player: '林小雨', type: 'claw', wanted: { number: 5 }, end: 'done' },
  { payWay: 'alipay', player: '陈思远', type: 'exchange', wanted: { amountFen: 5000 }, end: 'done' },
  { payWay: 'counter', type: 'exchange', wanted: { amountFen: 10_000 }, end: 'done' },
  { payWay: 'wechat', player: '张伟', type: 'claw', wanted: { number: 10 }, end: 'done' },
  { payWay: 'balance', player: '林小雨', type: 'claw', wanted: { number: 3 }, end: 'done' },
  { payWay: 'wechat', player: '王美丽', type: 'exchange', wanted: { amountFen: 2000 }, end: 'part' },
  { payWay: 'coin', player: '张伟', type: 'claw', wanted: { number: 4 }, end: 'done' },
  { payWay: 'alipay', player: '刘芳', type: 'lottery', wanted: { number: 6 }, end: 'done' },
  { payWay: 'counter', type: 'claw', wanted: { number: 10 }, end: 'done' },
  { payWay: 'wechat', player: '张伟', type: 'exchange', wanted: { amountFen: 3000 }, end: 'done' },
  { payWay: 'wechat', player: '林小雨', type: 'claw', wanted: { number: 2 }, end: 'jam' },
  { payWay: 'alipay', player: '陈思远', type: 'claw', wanted: { number: 8 }, end: 'done' },
  {
    payWay: 'wechat',
    player: '王美丽',
    type: 'exchange',
    wanted: { amountFen: 10_000 },
    end: 'done',
    refund: { share: 0.5, reason: '顾客临时有事，退一半' },
  },
  { payWay: 'wechat', player: '林小雨', type: 'exchange', wanted: { amountFen: 1000 }, end: 'closed' },
];

/** What players own comes first: without it nobody pays with it. */
function beginnings(): DemoOrder[] {
  const site = merchant.sites[0];
  const common = { owner: merchant.owner, daysAgo: days, payWay: 'wechat', end: 'done' } as const;
  return [
    { ...common, index: 1000, site, minute: opens, player: '林小雨', amountFen: 20_000 },
    { ...common, index: 1001, site, minute: opens + 5, player: '张伟', amountFen: 10_000, coins: 120 },
    {
      ...common,
      index: 1002,
      site: merchant.sites[1],
      minute: opens + 9,
      player: '林小雨',
      amountFen: 10_000,
    },
    {
      ...common,
      index: 1003,
      site: merchant.sites[1],
      minute: opens + 12,
      player: '张伟',
      amountFen: 5000,
      coins: 60,
    },
  ];
}

/** At the site where staff decide about refunds: what waits for them now. */
function waiting(): DemoOrder[] {
  const common = {
    owner: merchant.owner,
    site: merchant.sites[1],
    type: 'exchange',
  } as const;
  return [
    {
      ...common,
      index: 2000,
      daysAgo: 0,
      minute: opens + 30,
      payWay: 'wechat',
      player: '林小雨',
      wanted: { amountFen: 2000 },
      end: 'part',
    },
    {
      ...common,
      index: 2001,
      daysAgo: 0,
      minute: opens + 50,
      payWay: 'alipay',
      player: '刘芳',
      wanted: { amountFen: 5000 },
      end: 'silent',
    },
    {
      ...common,
      index: 2002,
      daysAgo: 1,
      minute: opens + 200,
      payWay: 'wechat',
      player: '张伟',
      wanted: { amountFen: 1000 },
      end: 'empty',
    },
    {
      ...common,
      index: 2003,
      daysAgo: 1,
      minute: opens + 320,
      payWay: 'wechat',
      player: '王美丽',
      type: 'claw',
      wanted: { number: 5 },
      end: 'jam',
    },
  ];
}

export function demoOrders(): DemoOrder[] {
  const list: DemoOrder[] = [];
  for (let daysAgo = days - 1; daysAgo >= 0; daysAgo--)
    for (const [place, { payWay, ...order }] of usual.entries()) {
      const index = daysAgo * usual.length + place;
      const minute = opens + place * 43 + (daysAgo % 3) * 7;
      const site = merchant.sites[(place + daysAgo) % 2] as string;
      // staff of the second site decide about refunds: faults of earlier days would all still wait there
      const troubled = order.end === 'jam' || order.end === 'part';
      list.push({
        ...order,
        index,
        owner: merchant.owner,
        site: troubled || order.refund ? merchant.sites[0] : site,
        daysAgo,
        minute,
        payWay,
      });
      if (place < 3)
        list.push({
          ...order,
          index: index + 500,
          owner: merchant2.owner,
          site: merchant2.sites[0],
          daysAgo,
          minute: minute + 11,
          payWay,
        });
    }
  return [...beginnings(), ...list, ...waiting()];
}
