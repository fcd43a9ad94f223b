import { businessDay, dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert, update } from '#kit/server/tables.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { bookOpenings } from './server/old-player-books.ts';
import { refreshDue } from './server/refresh-members.ts';
import { freePlays, levelDiscounts, memberLevels, members, oldPlayerImports, oldPlayers } from './tables.ts';

const scope = tenantScope(demoTenants.merchant);
const idOf = (name: string) => demoId(`player:${demoPeople.find((person) => person.name === name)?.openId}`);

/** What the staff of the hall know of those who come often. */
const known = [
  { name: '林小雨', note: '带孩子来，喜欢靠窗的娃娃机', tags: ['亲子', '周末常客'] },
  { name: '张伟', note: '', tags: ['周末常客'] },
];

/** Out of reach of those who play in the demo: what they pay stays what the machine says. */
const levels = [
  { name: '银卡会员', rank: 1, topUpFen: 100_000, bonusCoins: 20, spendFen: 3_000_000, basisPoints: 9800 },
  { name: '金卡会员', rank: 2, topUpFen: 300_000, bonusCoins: 80, spendFen: 8_000_000, basisPoints: 9500 },
];

async function seedLevels(tx: Tx, createdAt: Date): Promise<void> {
  for (const level of levels)
    await insert(tx, scope, memberLevels, {
      ...level,
      id: demoId(`member-level:${level.rank}`),
      createdAt,
      keepDays: 365,
    });
  await insert(tx, scope, levelDiscounts, {
    id: demoId('level-discount:wednesday'),
    createdAt,
    levelId: demoId('member-level:2'),
    name: '周三会员日',
    basisPoints: 9000,
    active: true,
    hours: [{ days: [3], period: '10:00-22:00' }],
  });
}

async function seedFreePlays(tx: Tx, now: Date): Promise<void> {
  const createdAt = new Date(now.getTime() - 3 * dayMs);
  await insert(tx, scope, freePlays, {
    id: demoId('free-play:birthday'),
    createdAt,
    playerId: idOf('王美丽'),
    siteId: demoId('site:merchant:1'),
    plays: 3,
    reason: '生日快乐',
    userId: demoId('user:manager'),
    userName: '孙志强',
    day: businessDay(createdAt),
    expiresAt: new Date(now.getTime() + 27 * dayMs),
  });
}

/** From the card index of the hall's former owner; none of them has come by with the phone yet. */
const brought = [
  { phone: '13911112201', name: '何大爷', balanceFen: 8600, coins: 40, note: '每周二下午来' },
  { phone: '13911112202', name: '小胡', balanceFen: 0, coins: 25, note: '' },
  { phone: '13911112203', name: '罗女士', balanceFen: 3000, coins: 0, note: '' },
];

async function seedOldPlayers(tx: Tx, now: Date): Promise<void> {
  const createdAt = new Date(now.getTime() - 5 * dayMs);
  const importId = demoId('old-players:1');
  const siteId = demoId('site:merchant:1');
  const sum = (of: 'balanceFen' | 'coins') => brought.reduce((total, one) => total + one[of], 0);
  await insert(tx, scope, oldPlayerImports, {
    id: importId,
    createdAt,
    siteId,
    fileName: '老会员名单.xlsx',
    fileHash: 'demo',
    players: brought.length,
    balanceFen: sum('balanceFen'),
    coins: sum('coins'),
    userId: demoId('user:merchant'),
    userName: '陈立新',
    day: businessDay(createdAt),
  });
  const rows = brought.map((one, place) => ({
    ...one,
    id: demoId(`old-player:${one.phone}`),
    createdAt,
    importId,
    siteId,
    line: place + 2,
  }));
  await insert(tx, scope, oldPlayers, rows);
  await bookOpenings(
    tx,
    rows.map((row) => ({ ...row, tenantId: demoTenants.merchant })),
    createdAt,
  );
}

const part: DemoPart = {
  order: 98,
  async seed(tx, { clock }) {
    await seedLevels(tx, clock.now());
    while (await refreshDue(tx, clock.now()));
    for (const { name, note, tags } of known)
      await update(tx, scope, members, { id: idOf(name) }, { note, tags });
    await seedFreePlays(tx, clock.now());
    await seedOldPlayers(tx, clock.now());
  },
};

export default part;
