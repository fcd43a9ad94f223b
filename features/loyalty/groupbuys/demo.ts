import { registerFulfilment } from '#features/selling/orders/server/public.ts';
import { chanceOf } from '#kit/kernel/demo-days.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, dayMs, hourMs, minuteMs, secondMs, startOfDay } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import type { DealAccess, DealPlatform } from '#providers/deal-platform.ts';
import { dealDemoMounts } from '#providers/deal-platform.ts';
import type { DealSimulator, SimulatedDeal, SimulatedStore } from '#providers/deal-simulator.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { type Platform, platforms } from './contract/kinds.ts';
import type { Worth } from './rules/worth.ts';
import { codeHash, sealCancelKey, sealCode } from './server/code-secrets.ts';
import { sealAccess } from './server/deal-access.ts';
import { byGroupBuy, grantIn, groupBuyFulfilment } from './server/grant-verified.ts';
import { writeStep } from './server/move-verification.ts';
import {
  groupBuyAccounts,
  groupBuyDeals,
  groupBuyMappings,
  groupBuyStores,
  groupBuyVerifications,
} from './tables.ts';

const tenantId = demoTenants.merchant;
const scope = tenantScope(tenantId);
const manager = { userId: demoId('user:manager'), userName: '孙志强' };
const siteOf = (number: number) => demoId(`site:merchant:${number}`);
/** The last store is left for people to try it. */
const boundStores = 2;

/** What each deal is good for, by its place in the list; the others wait to be mapped. */
const worths: readonly Worth[] = [
  { kind: 'coin', coins: 30 },
  { kind: 'coin', coins: 100 },
];

/** Agrees on the platform's own page, as the merchant did. Douyin knows us by our own app and gives nothing more. */
async function accessOf(platform: DealPlatform, simulator: DealSimulator): Promise<DealAccess | undefined> {
  const { codes: reach } = platform.reaches;
  if (!platform.readReturn || !platform.exchange) return { reach, accountId: simulator.accountId };
  const mount = dealDemoMounts[simulator.name];
  const url = new URL(platform.authorisationUrl({ state: 'demo', reach }), 'http://demo');
  const path = url.pathname.slice(url.pathname.indexOf(mount) + mount.length);
  const params = Object.fromEntries(url.searchParams);
  const [store] = simulator.control.stores();
  const answer = await simulator.page({
    path,
    mount,
    method: 'POST',
    params: { ...params, choice: store?.storeId ?? simulator.accountId },
  });
  if (!answer || !('location' in answer)) return undefined;
  const back = platform.readReturn(Object.fromEntries(new URL(answer.location, 'http://demo').searchParams));
  const outcome = back && (await platform.exchange({ code: back.code, reach }));
  return outcome?.kind === 'done' ? outcome.value : undefined;
}

interface Yard {
  platform: Platform;
  accountId: string;
  /** whose codes can be asked about */
  stores: readonly { id: string; siteId: string; store: SimulatedStore }[];
  deals: readonly { id: string; mappingId: string; worth: Worth; deal: SimulatedDeal }[];
}

async function seedStores(
  tx: Tx,
  { platform, accountId, access }: { platform: Platform; accountId: string; access: DealAccess },
  all: readonly SimulatedStore[],
  at: Date,
) {
  const seeded: { id: string; siteId: string; store: SimulatedStore }[] = [];
  for (const [index, store] of all.entries()) {
    const reached = access.reach === 'account' || access.accountId === store.storeId;
    const bound = reached && index < boundStores;
    const id = demoId(`group-buy-store:${platform}:${index}`);
    const siteId = siteOf(index + 1);
    await insert(tx, scope, groupBuyStores, {
      id,
      createdAt: at,
      accountId,
      accessId: reached ? accountId : null,
      platform,
      storeNumber: store.storeId,
      name: store.name,
      address: store.address,
      ...(bound && { siteId, boundAt: at }),
    });
    if (bound) seeded.push({ id, siteId, store });
  }
  return seeded;
}

async function seedDeals(tx: Tx, platform: Platform, all: readonly SimulatedDeal[], at: Date) {
  const seeded: Yard['deals'][number][] = [];
  for (const [index, deal] of all.entries()) {
    const id = demoId(`group-buy-deal:${platform}:${index}`);
    const { dealId: dealNumber, title, priceFen, onSale } = deal;
    await insert(tx, scope, groupBuyDeals, {
      id,
      createdAt: at,
      platform,
      dealNumber,
      title,
      priceFen,
      onSale,
    });
    const worth = worths[index];
    if (!worth) continue;
    const mappingId = demoId(`group-buy-mapping:${platform}:${index}`);
    await insert(tx, scope, groupBuyMappings, {
      ...{ id: mappingId, dealId: id, version: 1, fromAt: at, worth },
      ...manager,
    });
    seeded.push({ id, mappingId, worth, deal });
  }
  return seeded;
}

async function seedPlatform(tx: Tx, services: Services, platform: Platform): Promise<Yard | undefined> {
  const [client, simulator] = [services.deals[platform], services.demoDeals[platform]];
  const access = client && simulator && (await accessOf(client, simulator));
  if (!simulator || !access) return undefined;
  const at = new Date(services.clock.now().getTime() - 40 * dayMs);
  const accountId = demoId(`group-buy-account:${platform}`);
  await insert(tx, scope, groupBuyAccounts, {
    ...{ id: accountId, createdAt: at, authorisedAt: at, platform, reach: access.reach },
    accountNumber: access.accountId,
    name: access.name ?? '星光电玩',
    accessSealed: sealAccess(services, platform, access),
    renewAt: access.expiresAt ? new Date(access.expiresAt.getTime() - 3 * dayMs) : null,
    expiresAt: access.refreshUntil ?? access.expiresAt ?? null,
    ...manager,
  });
  const { control } = simulator;
  return {
    platform,
    accountId,
    stores: await seedStores(tx, { platform, accountId, access }, control.stores(), at),
    deals: await seedDeals(tx, platform, control.deals(), at),
  };
}

/** The platforms remember what they verified for so many days back; the comparison does not look at what is older. */
const daysAgo = { first: 20, last: 4 };

/** The shop as it was then, with what it needs to give what a code is good for. */
function pastShop(services: Services, at: Date): Services {
  const past: Services = { ...services, clock: { now: () => at } };
  registerFulfilment(past, groupBuyFulfilment, byGroupBuy);
  return past;
}

async function seedVerification(
  tx: Tx,
  services: Services,
  yard: Yard,
  {
    at,
    place,
    deal,
    person,
  }: {
    at: Date;
    place: Yard['stores'][number];
    deal: Yard['deals'][number];
    person: (typeof demoPeople)[number];
  },
): Promise<void> {
  const { platform, accountId } = yard;
  const id = newId(at.getTime());
  const number = id.replaceAll(/\D/g, '').padEnd(14, '0').slice(-12);
  const [row] = await insert(tx, scope, groupBuyVerifications, {
    ...{ id, createdAt: at, platform, state: 'verified', accountId, storeId: place.id, siteId: place.siteId },
    ...{ dealId: deal.id, mappingId: deal.mappingId, title: deal.deal.title, worth: deal.worth },
    ...{ amountFen: deal.deal.priceFen, usesLeft: 1, entrance: 'counter', ...manager },
    playerId: demoId(`player:${person.openId}`),
    codeHash: codeHash(services.secrets, platform, number),
    codeEnd: number.slice(-4),
    codeSealed: sealCode(services.secrets, id, {
      ...{ said: number, prepared: '', ref: number, certificateId: number },
    }),
    cancelSealed: sealCancelKey(services.secrets, id, number),
    ...{ sentAt: at, verifiedAt: at, nextTryAt: at },
    cancelUntil: platform === 'douyin' ? new Date(at.getTime() + hourMs) : null,
  });
  if (!row) throw new Error('a verification of the demo was not written');
  const { userName } = manager;
  await writeStep(tx, row, { at: new Date(at.getTime() - 2 * secondMs), state: 'verifying', userName });
  await writeStep(tx, row, { at: new Date(at.getTime() - secondMs), state: 'verified' });
  await grantIn(tx, pastShop(services, at), row);
}

/** A few codes a day and platform, sold more at the first store. */
async function seedDays(tx: Tx, services: Services, yard: Yard): Promise<void> {
  const people = demoPeople.slice(2);
  const { stores, deals, platform } = yard;
  if (stores.length === 0 || deals.length === 0) return;
  const now = services.clock.now();
  for (let back = daysAgo.first; back >= daysAgo.last; back--) {
    const day = new Date(now.getTime() - back * dayMs);
    const opens = new Date(startOfDay(businessDay(day)).getTime() + 11 * hourMs);
    const draw = chanceOf(`group buys ${platform} ${businessDay(day)}`);
    for (let number = draw(0, 3); number > 0; number--)
      await seedVerification(tx, services, yard, {
        // while the hall is open
        at: new Date(opens.getTime() + draw(0, 600) * minuteMs),
        place: stores[draw(0, stores.length - 1)]!,
        deal: deals[draw(0, deals.length - 1)]!,
        person: people[draw(0, people.length - 1)]!,
      });
  }
}

const part: DemoPart = {
  // before figures of members are worked out
  order: 93,
  async seed(tx, services) {
    for (const platform of platforms) {
      const yard = await seedPlatform(tx, services, platform);
      if (yard) await seedDays(tx, services, yard);
    }
  },
};

export default part;
