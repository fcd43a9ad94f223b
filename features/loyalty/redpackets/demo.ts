import { addDays, businessDay, dayMs, hourMs } from '#kit/kernel/time.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { userTypes } from '#kit/server/session.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { lockCampaign } from './server/campaign-queries.ts';
import { drawGuest } from './server/draw-guest.ts';
import { endCampaign } from './server/end-campaign.ts';
import { openPacket } from './server/open-packet.ts';
import { startOrAsk, type Wish } from './server/start-campaign.ts';

const tenantId = demoTenants.merchant;
const hall = demoId('site:merchant:1');
const idOf = (name: string) => demoId(`player:${demoPeople.find((person) => person.name === name)?.openId}`);

/** The owner, in the seeding transaction and at a time of the past. */
function owner(tx: Tx, services: Services, at: Date): StaffContext {
  const clock = { now: () => at };
  return {
    services: { ...services, clock },
    clock,
    language: 'zh-cn',
    address: '127.0.0.1',
    db: { ...services.db, read: tx, transaction: (work: (inner: Tx) => Promise<unknown>) => work(tx) },
    session: {
      ...{ tenantId, account: 'merchant', name: '陈立新', userType: userTypes.merchant, realm: 'merchant' },
      ...{ userId: demoId('user:merchant'), scope: tenantScope(tenantId) },
    },
  } as unknown as StaffContext;
}

interface Plan {
  name: string;
  wish: Partial<Wish> & Pick<Wish, 'target' | 'pieces'>;
  /** days from now */
  from: number;
  until: number;
  /** who opened one, and how many hours after the start */
  opened: readonly (readonly [name: string, hours: number])[];
  /** who came upon it and opened nothing */
  met?: readonly string[];
}

const plans: readonly Plan[] = [
  {
    name: '秋季回馈红包',
    wish: { target: 'balance', pieces: 8, budgetFen: 2000 },
    ...{ from: -9, until: -3 },
    opened: [
      ['张伟', 5],
      ['陈思远', 29],
      ['王美丽', 52],
    ],
    met: ['刘芳'],
  },
  {
    name: '周末拼手气',
    wish: { target: 'coin', pieces: 20, budgetCoins: 100, siteIds: [hall] },
    ...{ from: -2, until: 12 },
    opened: [
      ['刘芳', 4],
      ['张伟', 27],
    ],
  },
  {
    name: '微信现金红包',
    wish: { target: 'wechat', split: 'fixed', pieces: 10, eachFen: 100 },
    ...{ from: -1, until: 6 },
    opened: [],
  },
];

const usual: Pick<Wish, 'split' | 'audience' | 'siteIds' | 'needsPhone' | 'holdOutPercent'> = {
  split: 'random',
  audience: 'everybody',
  siteIds: [],
  needsPhone: false,
  holdOutPercent: 0,
};

async function seedCampaign(tx: Tx, services: Services, { name, wish, from, until, opened, met = [] }: Plan) {
  const now = services.clock.now();
  const startedAt = new Date(now.getTime() + from * dayMs);
  const context = owner(tx, services, startedAt);
  const id = demoId(`red-packets:${name}`);
  const [fromDay, untilDay] = [businessDay(startedAt), addDays(businessDay(now), until)];
  await startOrAsk(tx, context, { id, wish: { ...usual, name, fromDay, untilDay, ...wish } });
  const campaign = await lockCampaign(tx, tenantId, id);
  for (const person of met)
    await drawGuest(tx, services.secrets, campaign, { playerId: idOf(person), now: startedAt });
  for (const [person, hours] of opened) {
    const playerId = idOf(person);
    const at = new Date(startedAt.getTime() + hours * hourMs);
    await openPacket(tx, context.services, {
      session: { playerId, identityId: playerId },
      ...{ campaign, siteId: hall, now: at },
    });
  }
  if (until < 0) await endCampaign(tx, campaign, new Date(now.getTime() + (until + 1) * dayMs));
}

const part: DemoPart = {
  order: 102,
  async seed(tx, services) {
    for (const plan of plans) await seedCampaign(tx, services, plan);
  },
};

export default part;
