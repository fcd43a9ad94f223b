import type { DeviceType } from '#kit/protocol/types/names.ts';

export interface DemoDevice {
  owner: 'merchant' | 'merchant2';
  /** number of the demo site */
  site: number;
  code: string;
  type: DeviceType;
  number: number;
  name: string;
  remark: string | null;
  priceFen: number | null;
  /** false: stands there, but has no controller of ours */
  controlled: boolean;
}

const prefixes: Record<DeviceType, string> = {
  claw: 'CW',
  exchange: 'CX',
  vending: 'VM',
  lipstick: 'LK',
  lottery: 'LT',
  cabinet: 'GC',
  deposit: 'DP',
};

const pricesFen: Partial<Record<DeviceType, number>> = {
  claw: 200,
  lipstick: 1000,
  lottery: 200,
  cabinet: 500,
};

const names: Record<DeviceType, readonly string[]> = {
  claw: [
    '萌宠抓抓乐',
    '星空娃娃机',
    '巨无霸娃娃机',
    '盲盒抓抓机',
    '毛绒乐园',
    '迷你娃娃机',
    '双人对战抓',
    '玩偶小屋',
    '幸运抓手',
    '糖果抓抓',
  ],
  exchange: ['自助兑币机', '纸币兑币机', '双斗兑币机'],
  vending: ['饮料零食机', '潮玩售货机', '综合售货机', '盲盒售货机'],
  lipstick: ['口红挑战机', '飞针挑战机'],
  lottery: ['疯狂推币', '欢乐彩票机', '投篮彩票机'],
  cabinet: ['潮品玻璃柜', '手办展示柜'],
  deposit: ['自助存币机', '存币存票机'],
};

const remarks = ['靠门口', '扶梯旁', '收银台对面', '儿童区', '电影院入口', '靠墙第二排'];

/** How many of each type stand at each site. */
const placement: readonly [DemoDevice['owner'], site: number, Partial<Record<DeviceType, number>>][] = [
  ['merchant', 1, { claw: 9, exchange: 2, vending: 1, lipstick: 1, lottery: 1, cabinet: 1, deposit: 1 }],
  ['merchant', 2, { claw: 7, exchange: 2, vending: 1, lipstick: 1, lottery: 2, deposit: 1 }],
  ['merchant', 3, { claw: 4, exchange: 1, vending: 2, lipstick: 1, cabinet: 1 }],
  ['merchant', 4, { claw: 3, exchange: 1, vending: 2 }],
  ['merchant', 5, { claw: 3, vending: 1, lottery: 1, lipstick: 1 }],
  ['merchant2', 1, { claw: 3, exchange: 1, vending: 2, cabinet: 1, deposit: 1 }],
  ['merchant2', 2, { claw: 1, vending: 1 }],
];

/** The same devices under the same codes every time: CW10001, CW10002, … */
export function demoDevices(): DemoDevice[] {
  const made: Partial<Record<DeviceType, number>> = {};
  const list = placement.flatMap(([owner, site, amounts]) => {
    const types = Object.entries(amounts).flatMap(([type, amount]) =>
      Array.from({ length: amount }, () => type as DeviceType),
    );
    return types.map((type, index): DemoDevice => {
      const serial = (made[type] ?? 0) + 1;
      made[type] = serial;
      return {
        owner,
        site,
        code: `${prefixes[type]}${10_000 + serial}`,
        type,
        number: index + 1,
        name: names[type][(serial - 1) % names[type].length] as string,
        remark: serial % 3 === 1 ? (remarks[(serial + site) % remarks.length] as string) : null,
        priceFen: pricesFen[type] ?? null,
        controlled: true,
      };
    });
  });
  return [
    ...list,
    {
      owner: 'merchant',
      site: 1,
      code: 'NC10001',
      type: 'claw',
      number: 99,
      name: '老式抓烟机',
      remark: '没有接入控制器，只登记',
      priceFen: 100,
      controlled: false,
    },
  ];
}

const unclaimedClaws = 10;

/** Made, and nobody's yet: to be registered. The first few wait for a WiFi, the others are connected. */
export const unclaimedCodes: readonly { code: string; type: DeviceType }[] = [
  ...Array.from({ length: unclaimedClaws }, (_, place) => ({
    code: `CW${20_001 + place}`,
    type: 'claw' as const,
  })),
  { code: 'CX20001', type: 'exchange' },
  { code: 'VM20001', type: 'vending' },
  { code: 'LK20001', type: 'lipstick' },
  { code: 'LT20001', type: 'lottery' },
  { code: 'GC20001', type: 'cabinet' },
  { code: 'DP20001', type: 'deposit' },
];

/** Machines that the demo plays: of one that was made later, nobody but its owner knows the pin. */
export const simulatedCodes = (): string[] =>
  [...demoDevices().filter(({ controlled }) => controlled), ...unclaimedCodes].map(({ code }) => code);
