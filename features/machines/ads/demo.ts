import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { seedPictures } from '#features/base/uploads/server/public.ts';
import { listDemoFleet } from '#features/machines/devices/server/public.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import { storageKeyOf } from './server/ad-files.ts';
import { contentFor } from './server/make-content.ts';
import { markDue } from './server/mark-due.ts';
import { addPlays } from './server/take-plays.ts';
import { adGroups, adMedia, adPlacements, adSent } from './tables.ts';

const pictures = [
  { name: '新娃娃到店', shape: 'plush' },
  { name: '充值送币', shape: 'card' },
  { name: '暑期饮料', shape: 'cup' },
] as const;
const groups = [
  { name: '全天循环', pictures: [0, 1], seconds: 8, hours: [] },
  { name: '周末饮料', pictures: [2], seconds: 12, hours: [{ days: [5, 6, 7], period: '10:00-22:00' }] },
];
const playedDays = 7;
/** of the hours in which a shop is open */
const openHours = { from: 10, to: 22 };
const chinaMs = 8 * hourMs;
const playsPerHour = 34;

async function seedMedia(tx: Tx, services: Services, tenantId: string): Promise<string[]> {
  const links = await seedPictures(tx, services, { tenantId, userId: demoId('user:merchant') }, pictures);
  const ids = pictures.map(({ name }) => demoId(`ad media:${name}`));
  const scope = tenantScope(tenantId);
  const { default: sharp } = await import('sharp');
  for (const [index, link] of links.entries()) {
    const stored = await services.storage.open(storageKeyOf(link));
    if (!stored) throw new Error(`${link} is not there`);
    const bytes = await buffer(stored.body);
    const { width = 1, height = 1 } = await sharp(bytes).metadata();
    await insert(tx, scope, adMedia, {
      id: ids[index]!,
      name: pictures[index]!.name,
      kind: 'picture',
      link,
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      width,
      height,
      lengthMs: null,
    });
  }
  return ids;
}

/** What the screens showed in the days before, as the machines would have told. */
async function seedPlays(tx: Tx, services: Services, tenantId: string, machines: readonly Machine[]) {
  const now = services.clock.now();
  const firstAt = new Date(now.getTime() - playedDays * dayMs);
  const contents = await contentFor(services, tx, tenantId, machines, now);
  const scope = tenantScope(tenantId);
  for (const { deviceId, siteId } of machines) {
    const items = contents.get(deviceId)?.items ?? [];
    await insert(
      tx,
      scope,
      adSent,
      items.map(({ id, seconds }) => ({ deviceId, itemId: id, seconds, firstAt })),
    );
    const begin = Math.ceil(firstAt.getTime() / hourMs) * hourMs;
    const plays = [];
    for (let atMs = begin; atMs + hourMs <= now.getTime(); atMs += hourMs) {
      const local = new Date(atMs + chinaMs).getUTCHours();
      if (local < openHours.from || local >= openHours.to) continue;
      for (const { id, hours } of items)
        if (hours.length === 0)
          plays.push({
            ...{ tenantId, deviceId, siteId, itemId: id, hourAt: new Date(atMs) },
            thousandths: (playsPerHour + (local % 5)) * 1000,
          });
    }
    await addPlays(tx, plays);
  }
}

type Machine = Awaited<ReturnType<typeof listDemoFleet>>[number];

const part: DemoPart = {
  order: 95,
  async seed(tx, services) {
    const tenantId = demoTenants.merchant;
    const scope = tenantScope(tenantId);
    const media = await seedMedia(tx, services, tenantId);
    const fleet = await listDemoFleet(tx, scope);
    const claws = fleet.filter(({ type, controlled }) => type === 'claw' && controlled).slice(0, 4);
    const vending = fleet.filter(({ type, controlled }) => type === 'vending' && controlled).slice(0, 2);
    for (const [index, group] of groups.entries()) {
      const id = demoId(`ad group:${group.name}`);
      await insert(tx, scope, adGroups, {
        id,
        name: group.name,
        items: group.pictures.map((place) => ({ mediaId: media[place]!, seconds: group.seconds })),
        fromDay: null,
        toDay: null,
        hours: group.hours,
      });
      await insert(
        tx,
        scope,
        adPlacements,
        (index === 0 ? [...claws, ...vending] : vending).map(({ deviceId, code }) => ({
          id: demoId(`ad placement:${group.name}:${code}`),
          ...{ groupId: id, deviceId, fromDay: null, toDay: null, hours: [] },
        })),
      );
    }
    const machines = [...claws, ...vending];
    await seedPlays(tx, services, tenantId, machines);
    await markDue(
      tx,
      tenantId,
      machines.map(({ deviceId }) => deviceId),
    );
  },
};

export default part;
