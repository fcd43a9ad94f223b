import { type SiteHours, siteHours } from '#features/base/sites/server/public.ts';
import { type DeviceView, listDevices } from '#features/machines/devices/server/public.ts';
import { hourMs, minuteMs } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { type OddKind, oddKinds } from '../contract/kinds.ts';
import { besideSite, judgeMachines } from '../rules/judge-odd-rules.ts';
import { isJudged, type SiteClock } from '../rules/odd-figure-rules.ts';
import { type Finding, hoursBefore, lookBackHours, type OddMachine } from '../rules/odd-machine-rules.ts';
import { type Crowd, crowdTogether, judgeCrowd } from '../rules/odd-site-rules.ts';
import { openMinutes } from '../rules/open-minutes-rules.ts';
import { type RuleBook, rulesByTenant } from '../rules/rule-book-rules.ts';
import { prizeTypes } from '../rules/win-rate-rules.ts';
import { type AlertRow, selectHeld } from './alert-queries.ts';
import { habitsToday, type Place, readHours } from './make-habits.ts';
import {
  type DueSite,
  dueSites,
  type MadeHabit,
  machinesOfSite,
  markLooked,
  selectExcuses,
  selectLastEnds,
  selectSilences,
  selectSiteLow,
  storeHabits,
  storePictures,
  storeSitePicture,
} from './odd-queries.ts';
import { type Cause, isWatched } from './raise-alerts.ts';
import { selectRules } from './rule-queries.ts';
import { differencesOf, settleDifferences } from './settle-differences.ts';

/** Machines tell what they did within minutes; an hour is judged when it has been told. */
const toldAfterMs = 5 * minuteMs;
const sitesAtOnce = 50;
/** Larger halls are looked at part by part: the neighbours of a machine are those of its part. */
const machinesAtOnce = 100;

/** The clock of a site, as it goes now. */
export function clockOf(
  { timeZone, dayStart }: Pick<SiteHours, 'timeZone' | 'dayStart'>,
  at: Date,
): SiteClock {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const [, sign = '+', hours = '0'] =
    /GMT([+-])(\d+)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  return { offsetMs: (sign === '-' ? -1 : 1) * Number(hours) * hourMs, dayStart };
}

const never = Number.POSITIVE_INFINITY;
/** Alerts that compare prizes with what is set. */
const prizeKinds = ['winRate', 'sensorSilent'] as const;

type Silence = Awaited<ReturnType<typeof selectSilences>>[number];
const isAbout = (silence: Silence, deviceId: string, kind: OddKind) =>
  silence.kind === kind && (silence.deviceId === null || silence.deviceId === deviceId);

/** What the tables say of machines besides their figures. */
interface Known {
  excuses: Awaited<ReturnType<typeof selectExcuses>>;
  ends: Awaited<ReturnType<typeof selectLastEnds>>;
  silences: readonly Silence[];
  held: readonly AlertRow[];
  /** machines of which an alert about their prizes is open */
  told: ReadonlySet<string | null>;
}

function excusedOf(device: DeviceView, { excuses }: Known): OddMachine['excused'] {
  const own = excuses
    .filter(({ deviceId }) => deviceId === device.deviceId)
    .map(({ openedAt, goneAt, data }) => ({
      from: data.seenAt ? Date.parse(String(data.seenAt)) : openedAt.getTime(),
      to: goneAt?.getTime() ?? never,
    }));
  // one that never connected is not missed yet; that one is away, another alert says
  const away = device.online ? [] : [{ from: device.lastSeenAt?.getTime() ?? 0, to: never }];
  return [...own, ...away];
}

function sinceOf(deviceId: string, { ends, silences }: Known): OddMachine['since'] {
  return Object.fromEntries(
    oddKinds.flatMap((kind) => {
      const moments = [
        ...ends
          .filter((end) => end.deviceId === deviceId && end.kind === kind)
          .map(({ endedAt }) => endedAt?.getTime() ?? 0),
        ...silences
          .filter((silence) => isAbout(silence, deviceId, kind))
          .map(({ untilAt }) => untilAt.getTime()),
      ];
      return moments.length > 0 ? [[kind, Math.max(...moments)]] : [];
    }),
  );
}

const givesOf = ({ type }: DeviceView): OddMachine['gives'] =>
  type === 'exchange' ? 'coins' : type === 'claw' || type === 'lottery' ? 'plays' : null;

interface Looked {
  findings: Finding[];
  crowds: Crowd[];
  made: MadeHabit[];
  held: AlertRow[];
}

const nothing: Looked = { findings: [], crowds: [], made: [], held: [] };

async function lookAtMachines(
  reader: Reader,
  place: Place,
  site: SiteHours,
  deviceIds: readonly string[],
): Promise<Looked> {
  const { scope, siteId, clock, until } = place;
  const from = until - lookBackHours * hourMs;
  const devices = (await listDevices(reader, scope, { ids: deviceIds })).filter(({ type }) => isJudged(type));
  const held = await selectHeld(reader, scope, { kinds: oddKinds, deviceIds });
  if (!site.enabled || devices.length === 0) return { ...nothing, held };
  const { habits, made } = await habitsToday(reader, place, devices);
  const [hours, excuses, ends, silences, prizes] = await Promise.all([
    readHours(reader, place, devices, { from, to: until }),
    selectExcuses(reader, scope, deviceIds, new Date(from)),
    selectLastEnds(reader, scope, deviceIds, new Date(from)),
    selectSilences(reader, scope, siteId, new Date(from)),
    selectHeld(reader, scope, { kinds: prizeKinds, deviceIds }),
  ]);
  const told = new Set(prizes.map(({ deviceId }) => deviceId));
  const known: Known = { excuses, ends, silences, held, told };
  const machines = devices.map(
    (device): OddMachine => ({
      id: device.deviceId,
      habit: habits.get(device.deviceId)?.habit ?? null,
      hours: new Map((hours.get(device.deviceId) ?? []).map((hour) => [hour.at, hour])),
      gives: givesOf(device),
      prizesTold: known.told.has(device.deviceId),
      prizes: (prizeTypes as readonly string[]).includes(device.type),
      excused: excusedOf(device, known),
      since: sinceOf(device.deviceId, known),
      open: new Set(
        held.filter((alert) => alert.deviceId === device.deviceId).map(({ kind }) => kind as OddKind),
      ),
    }),
  );
  const shares = new Map<number, number>();
  const openShare = (at: number) => {
    const known = shares.get(at) ?? openMinutes(site.openingHours, new Date(at), new Date(at + hourMs)) / 60;
    shares.set(at, known);
    return known;
  };
  const isSilent = ({ id, kind }: Finding) =>
    silences.some((silence) => isAbout(silence, id, kind) && silence.untilAt.getTime() > until);
  const { findings, crowd } = judgeMachines({ clock, openShare, until }, machines);
  return {
    findings: findings.filter((finding) => !isSilent(finding)),
    crowds: crowd ? [crowd] : [],
    made,
    held,
  };
}

/** Without figures what was said of it stays: nothing new is known. */
const causeOf = (siteId: string, { id, kind, was, from, to, hours, points }: Finding): Cause => ({
  kind,
  siteId,
  ...(kind === 'siteLow' ? { deviceId: null, subject: siteId } : { deviceId: id }),
  ...(points.length > 0 && { data: { was, from, to, hours } }),
});

/** The machines of a site as one, unless somebody said why. */
async function lookAtCrowd(reader: Reader, due: DueSite, { scope, siteId, until }: Place, crowds: Crowd[]) {
  const from = new Date(until - lookBackHours * hourMs);
  const [{ held, endedAt }, silences] = await Promise.all([
    selectSiteLow(reader, due, from),
    selectSilences(reader, scope, siteId, from),
  ]);
  const moments = [
    ...(endedAt === undefined ? [] : [endedAt]),
    ...silences.filter(({ kind }) => kind === 'siteLow').map(({ untilAt }) => untilAt.getTime()),
  ];
  const since = moments.length > 0 ? Math.max(...moments) : undefined;
  const isOpen = held.length > 0;
  const finding = judgeCrowd(siteId, crowdTogether(crowds), hoursBefore(until), { since, isOpen });
  return { held, finding };
}

async function lookAtSite(services: Services, rules: RuleBook, due: DueSite, until: Date): Promise<void> {
  const reader = services.db.read;
  const readAt = services.clock.now();
  const scope = tenantScope(due.tenantId);
  const site = (await siteHours(reader, scope, [due.siteId])).get(due.siteId);
  if (!site) return;
  const place: Place = { scope, siteId: due.siteId, clock: clockOf(site, readAt), until: until.getTime() };
  const looks: Looked[] = [];
  for await (const deviceIds of machinesOfSite(reader, due, machinesAtOnce))
    looks.push(await lookAtMachines(reader, place, site, deviceIds));
  const whole = await lookAtCrowd(
    reader,
    due,
    place,
    looks.flatMap(({ crowds }) => crowds),
  );
  const held = [...looks.flatMap((look) => look.held), ...whole.held];
  const open = new Set(held.map(({ deviceId, kind }) => `${deviceId} ${kind}`));
  // what nobody wants to hear of the site hides nothing of its machines
  const isTold = whole.finding !== null && isWatched(rules, causeOf(due.siteId, whole.finding));
  const findings = besideSite(
    looks.flatMap((look) => look.findings),
    isTold ? whole.finding : null,
    ({ id, kind }) => open.has(`${id} ${kind}`),
  );
  const all = whole.finding ? [...findings, whole.finding] : findings;
  const causes = all.map((finding) => causeOf(due.siteId, finding));
  const differences = differencesOf({ rules, causes, held, readAt });
  await services.db.transaction(async (tx) => {
    await settleDifferences(tx, services, due.tenantId, differences);
    const pictures = findings.filter(({ points }) => points.length > 0);
    await storePictures(
      tx,
      due.tenantId,
      pictures.map(({ id, kind, points }) => ({ deviceId: id, kind, points })),
    );
    if (whole.finding && whole.finding.points.length > 0)
      await storeSitePicture(tx, due, whole.finding.points);
    await storeHabits(
      tx,
      due.tenantId,
      looks.flatMap(({ made }) => made),
    );
    await markLooked(tx, due, until);
  });
}

/**
 * Compares the machines of every site with their own past, once for each hour that is over, site by site: who dies on the
 * way goes on where it was. What differs is told, and ended when it is as usual again.
 */
export async function watchFigures(services: Services, scope: Scope = platformScope): Promise<void> {
  const reader = services.db.read;
  const now = services.clock.now().getTime();
  const until = new Date(Math.floor((now - toldAfterMs) / hourMs) * hourMs);
  const rulesOf = rulesByTenant(await selectRules(reader, platformScope));
  for await (const due of dueSites(reader, scope, until, sitesAtOnce)) {
    try {
      await lookAtSite(services, rulesOf(due.tenantId), due, until);
    } catch (error) {
      // the other sites are looked at all the same; this one again in a minute
      services.log.error({ err: error, siteId: due.siteId }, 'comparing machines with their past');
    }
  }
}
