import { seedPictures } from '#features/base/uploads/server/public.ts';
import {
  addPlays,
  judgeDemoPicture,
  keepMedia,
  markDue,
  noteTold,
} from '#features/machines/ads/server/public.ts';
import { listDemoFleet } from '#features/machines/devices/server/public.ts';
import { addDays, businessDay, dayMs, hourMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { platformTenantId, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import { foldTask } from './server/fold-plays.ts';
import { hearPlays } from './server/hear-plays.ts';
import { adAcceptances, adTasks } from './tables.ts';

const title = '冬季热饮';
const taskId = demoId(`ad task:${title}`);
const seconds = 15;
const playedDays = 6;
const runsDays = 30;
const machinesShowing = 3;
/** of the hours in which a shop is open */
const openHours = { from: 10, to: 22 };
const chinaMs = 8 * hourMs;
const playsPerHour = 18;
/** what a machine told that an hour has no room for */
const tooMany = 900;

type Machine = Awaited<ReturnType<typeof listDemoFleet>>[number];

async function seedTask(tx: Tx, services: Services): Promise<void> {
  const now = services.clock.now();
  const by = { tenantId: platformTenantId, userId: demoId('user:admin') };
  const [link] = await seedPictures(tx, services, by, [{ name: title, shape: 'cup' }]);
  const judged = await judgeDemoPicture(services, link!);
  const media = await keepMedia(tx, platformTenantId, { ...judged, link: link!, name: title });
  const begun = addDays(businessDay(now), -playedDays - 1);
  await insert(tx, tenantScope(platformTenantId), adTasks, {
    ...{
      id: taskId,
      createdAt: new Date(now.getTime() - (playedDays + 1) * dayMs),
      title,
      mediaId: media.id,
    },
    ...{ kind: media.kind, link: media.link, sizeBytes: media.sizeBytes, sha256: media.sha256 },
    ...{ seconds, priceFen: 2, budgetFen: 300_00, fromDay: begun, toDay: addDays(begun, runsDays) },
    types: ['claw', 'vending'],
  });
}

/** What the machines would have told of the days before. */
function playsOf(machines: readonly Machine[], now: Date) {
  const begin = Math.ceil((now.getTime() - playedDays * dayMs) / hourMs) * hourMs;
  const plays = [];
  for (const [place, { tenantId, deviceId, siteId }] of machines.entries())
    for (let atMs = begin; atMs + hourMs <= now.getTime(); atMs += hourMs) {
      const local = new Date(atMs + chinaMs).getUTCHours();
      if (local < openHours.from || local >= openHours.to) continue;
      const thousandths = (playsPerHour + place * 3 + (local % 4)) * 1000;
      plays.push({ tenantId, deviceId, siteId, itemId: taskId, hourAt: new Date(atMs), thousandths });
    }
  return plays;
}

const part: DemoPart = {
  order: 96,
  async seed(tx, services) {
    const now = services.clock.now();
    const tenantId = demoTenants.merchant;
    const fleet = await listDemoFleet(tx, tenantScope(tenantId));
    const machines = fleet
      .filter(({ type, controlled }) => type === 'claw' && controlled)
      .slice(0, machinesShowing);
    await seedTask(tx, services);
    const createdAt = new Date(now.getTime() - playedDays * dayMs);
    await insert(
      tx,
      tenantScope(tenantId),
      adAcceptances,
      machines.map(({ deviceId, code }) => ({ id: demoId(`ad task:${code}`), createdAt, taskId, deviceId })),
    );
    await noteTold(
      tx,
      tenantId,
      machines.map(({ deviceId }) => ({ deviceId, itemId: taskId, seconds, firstAt: createdAt })),
    );
    const plays = playsOf(machines, now);
    await addPlays(tx, plays);
    const counted = plays.map((play) => ({ ...play, aside: null }));
    const told = { ...plays.at(-1)!, thousandths: tooMany * 1000, aside: 'tooMany' as const };
    await hearPlays(tx, services, [...counted, told]);
    while (await foldTask(tx, taskId, now));
    await markDue(
      tx,
      tenantId,
      machines.map(({ deviceId }) => deviceId),
    );
  },
};

export default part;
