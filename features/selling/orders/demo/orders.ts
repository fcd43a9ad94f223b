import {
  chanceOf,
  crowdByHour,
  type DemoDay,
  demoDays,
  opensAtHour,
  siteCrowd,
} from '#kit/kernel/demo-days.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { PassWay, PayWay } from '../contract/kinds.ts';

/** Free plays are there for people who try the demo. */
type DemoWay = Exclude<PayWay, PassWay | 'groupBuy'>;

/** One order of the demo shop's past. */
export interface DemoOrder {
  owner: 'merchant' | 'merchant2';
  /** `site:merchant:1` */
  site: string;
  daysAgo: number;
  /** of the day */
  minute: number;
  payWay: DemoWay;
  player?: string;
  /** a machine of this type; none: a top-up or a package */
  type?: DeviceType;
  /** which of them */
  index: number;
  wanted?: { number?: number; amountFen?: number };
  amountFen?: number;
  coins?: number;
  end: 'done' | 'part' | 'jam' | 'empty' | 'silent' | 'closed';
  refund?: { share: number; reason: string };
  /** staff have to look at it now, so it is there at whatever time of day the demo is made */
  waits?: true;
}

type Sold = 'claw' | 'exchange' | 'lottery';

interface DemoSite {
  owner: DemoOrder['owner'];
  number: number;
  types: readonly Sold[];
  /** players have a balance and coins there */
  hasMembers?: boolean;
}

const sites: readonly DemoSite[] = [
  { owner: 'merchant', number: 1, types: ['claw', 'exchange', 'lottery'], hasMembers: true },
  { owner: 'merchant', number: 2, types: ['claw', 'exchange', 'lottery'], hasMembers: true },
  { owner: 'merchant', number: 3, types: ['claw', 'exchange'] },
  { owner: 'merchant', number: 4, types: ['claw', 'exchange'] },
  { owner: 'merchant2', number: 1, types: ['claw', 'exchange'] },
  { owner: 'merchant2', number: 2, types: ['claw'] },
];

/** On a usual day, at a site of usual size. */
const ordersOfADay = 8;
const opens = opensAtHour * 60;
/** refunds by itself; staff of the second site decide, and faults of earlier days would all still wait for them */
const automaticSite = 'site:merchant:1';
const manualSite = 'site:merchant:2';

type Draw = ReturnType<typeof chanceOf>;

/** One of a list, the more often the more often it stands there. */
const oneOf = <T>(draw: Draw, list: readonly T[]): T => list[draw(0, list.length - 1)] as T;

/** Not everybody has been to both merchants. */
const guests: Record<DemoOrder['owner'], Record<'wechat' | 'alipay', readonly string[]>> = {
  merchant: { wechat: ['林小雨', '张伟', '王美丽'], alipay: ['陈思远', '刘芳'] },
  merchant2: { wechat: ['林小雨'], alipay: ['陈思远'] },
};
const saver = '林小雨';
const coinPlayer = '张伟';

const payWays: readonly DemoWay[] = [
  ...Array<DemoWay>(9).fill('wechat'),
  ...Array<DemoWay>(4).fill('alipay'),
  ...Array<DemoWay>(3).fill('counter'),
  'balance',
  'balance',
  'coin',
];

const amounts: Record<Sold, readonly NonNullable<DemoOrder['wanted']>[]> = {
  claw: [1, 2, 3, 5, 5, 5, 8, 10, 10, 15].map((number) => ({ number })),
  lottery: [2, 4, 6, 6, 10].map((number) => ({ number })),
  exchange: [10, 20, 20, 30, 50, 50, 50, 100, 100].map((yuan) => ({ amountFen: yuan * 100 })),
};

const placeOf = ({ owner, number }: DemoSite) => ({ owner, site: `site:${owner}:${number}` });

/** A moment while the hall is open, in the evening more likely than in the morning. */
function minuteOf(draw: Draw): number {
  const all = crowdByHour.reduce((sum, people) => sum + people, 0);
  let left = draw(0, all - 1);
  const hour = crowdByHour.findIndex((people) => {
    left -= people;
    return left < 0;
  });
  return opens + hour * 60 + draw(0, 59);
}

function ordinary(site: DemoSite, daysAgo: number, draw: Draw): DemoOrder {
  const type = oneOf(draw, site.types);
  const chosen = oneOf(draw, payWays);
  // only who has something there pays with it, and coins start machines
  const owns = site.hasMembers && type !== 'exchange';
  const payWay = (chosen === 'balance' || chosen === 'coin') && !owns ? 'wechat' : chosen;
  const player = {
    wechat: () => oneOf(draw, guests[site.owner].wechat),
    alipay: () => oneOf(draw, guests[site.owner].alipay),
    counter: () => undefined,
    balance: () => saver,
    coin: () => coinPlayer,
  }[payWay]();
  return {
    ...placeOf(site),
    daysAgo,
    minute: minuteOf(draw),
    payWay,
    ...(player && { player }),
    type,
    // the machines at the door are played most
    index: Math.min(draw(0, 11), draw(0, 11)),
    wanted: oneOf(draw, amounts[type]),
    end: 'done',
  };
}

function ofDay({ daysAgo, crowd }: DemoDay): DemoOrder[] {
  return sites.flatMap((site) => {
    const draw = chanceOf(`orders ${site.owner}:${site.number} ${daysAgo}`);
    const people = ordersOfADay * siteCrowd(site.owner, site.number) * crowd;
    const number = Math.round((people * draw(85, 115)) / 100);
    return Array.from({ length: number }, () => ordinary(site, daysAgo, draw));
  });
}

type Trouble = Pick<DemoOrder, 'payWay' | 'player' | 'type' | 'wanted' | 'end' | 'refund'>;

const part: Trouble = {
  payWay: 'wechat',
  player: '王美丽',
  type: 'exchange',
  wanted: { amountFen: 2000 },
  end: 'part',
};
const jam: Trouble = { payWay: 'wechat', player: '林小雨', type: 'claw', wanted: { number: 2 }, end: 'jam' };
const unpaid: Trouble = {
  payWay: 'wechat',
  player: '林小雨',
  type: 'exchange',
  wanted: { amountFen: 1000 },
  end: 'closed',
};
const givenBack: Trouble = {
  payWay: 'wechat',
  player: '王美丽',
  type: 'exchange',
  wanted: { amountFen: 10_000 },
  end: 'done',
  refund: { share: 0.5, reason: '顾客临时有事，退一半' },
};

const lastDays = 7;
const byTurns = [part, unpaid, jam, givenBack];

/** Something goes wrong now and then; of the last days there is more to look at. */
function troublesOf(daysAgo: number): Trouble[] {
  if (daysAgo < lastDays) return daysAgo % 2 === 0 ? [part, unpaid, givenBack] : [jam];
  return daysAgo % 3 === 0 ? [byTurns[(daysAgo / 3) % byTurns.length] as Trouble] : [];
}

function troubled(daysAgo: number): DemoOrder[] {
  const draw = chanceOf(`troubles ${daysAgo}`);
  return troublesOf(daysAgo).map((trouble) => ({
    ...trouble,
    owner: 'merchant',
    site: automaticSite,
    daysAgo,
    minute: minuteOf(draw),
    index: draw(0, 11),
  }));
}

const topUpFen = 20_000;
const packageFen = 10_000;
const packageCoins = 120;
/** of a play, and a little more than any machine of the demo asks for */
const playFen = 300;

/** What players own comes first: a player with too little for the next order buys more a few minutes before. */
function withTopUps(list: readonly DemoOrder[]): DemoOrder[] {
  const purses = new Map<string, number>();
  return list.flatMap((order) => {
    const { payWay, player, owner, site, daysAgo, wanted } = order;
    if (payWay !== 'balance' && payWay !== 'coin') return [order];
    const purse = `${payWay} ${site} ${player}`;
    const needed = (wanted?.number ?? 0) * (payWay === 'coin' ? 1 : playFen);
    const owned = purses.get(purse) ?? 0;
    const bought = owned >= needed ? 0 : payWay === 'coin' ? packageCoins : topUpFen;
    purses.set(purse, owned + bought - needed);
    if (bought === 0) return [order];
    return [
      {
        owner,
        site,
        daysAgo,
        minute: order.minute - 3,
        payWay: 'wechat',
        ...(player && { player }),
        index: 0,
        ...(payWay === 'coin' ? { amountFen: packageFen, coins: packageCoins } : { amountFen: topUpFen }),
        end: 'done',
      },
      order,
    ];
  });
}

/** At the site where staff decide about refunds: what waits for them now. */
function waiting(): DemoOrder[] {
  const common = { owner: 'merchant', site: manualSite, type: 'exchange', index: 0, waits: true } as const;
  return [
    {
      ...common,
      daysAgo: 0,
      minute: opens + 30,
      payWay: 'wechat',
      player: '林小雨',
      wanted: { amountFen: 2000 },
      end: 'part',
    },
    {
      ...common,
      index: 1,
      daysAgo: 0,
      minute: opens + 50,
      payWay: 'alipay',
      player: '刘芳',
      wanted: { amountFen: 5000 },
      end: 'silent',
    },
    {
      ...common,
      daysAgo: 1,
      minute: opens + 200,
      payWay: 'wechat',
      player: '张伟',
      wanted: { amountFen: 1000 },
      end: 'empty',
    },
    {
      ...common,
      index: 3,
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

/** All orders of so many days, each day's in the order of time. */
export function demoOrders(now: Date, days: number): DemoOrder[] {
  const list = demoDays(now, days)
    .flatMap((day) => [...ofDay(day), ...troubled(day.daysAgo)])
    .concat(waiting())
    .sort((a, b) => b.daysAgo - a.daysAgo || a.minute - b.minute);
  return withTopUps(list);
}
