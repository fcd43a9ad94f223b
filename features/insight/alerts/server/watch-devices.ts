import { siteHours } from '#features/base/sites/server/public.ts';
import { type DeviceView, devicesInTurns } from '#features/machines/devices/server/public.ts';
import { readManyDeviceSettings } from '#features/machines/settings/server/public.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { settingsHash } from '#kit/protocol/signing.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { type AlertKind, kindDefinitions, oddKinds } from '../contract/kinds.ts';
import type { Watch } from '../rules/prize-rules.ts';
import { type RuleBook, rulesByTenant } from '../rules/rule-book-rules.ts';
import { type AlertRow, selectForsaken, selectHeld } from './alert-queries.ts';
import { causesOf } from './judge-device.ts';
import { isDoubtful, isPrizeMachine, lookAtPrizes, type PrizeLook, prizeCauses } from './judge-prizes.ts';
import type { Cause } from './raise-alerts.ts';
import { selectRules } from './rule-queries.ts';
import { differencesOf, isSettled, settleDifferences } from './settle-differences.ts';
import { selectWatches, storeWatches } from './watch-queries.ts';

/** What a machine's own state decides; goods have another watch. */
const judgedKinds: readonly AlertKind[] = [
  'offline',
  'fault',
  'lowCoins',
  'sensorSilent',
  'winRate',
  'settingsTouched',
  'counterBackwards',
  'counterJump',
  'oldLabel',
  'forgedLabel',
  'depositHeld',
];
/** Nothing ends what only happened; after this nobody will look into it any more. */
const eventLastsMs = 7 * dayMs;

/** Changed at the machine, and still not what was last confirmed. */
async function stillTouched(
  reader: Reader,
  held: readonly AlertRow[],
  devices: ReadonlyMap<string, DeviceView>,
): Promise<Cause[]> {
  const touched = held.flatMap(({ kind, deviceId }) => {
    const device = kind === 'settingsTouched' && deviceId ? devices.get(deviceId) : undefined;
    return device ? [device] : [];
  });
  if (touched.length === 0) return [];
  const documents = await readManyDeviceSettings(reader, platformScope, touched);
  return touched
    .filter((device) => {
      const confirmed = documents.get(device.deviceId);
      return !confirmed || settingsHash(confirmed) !== device.settingsHash;
    })
    .map(({ deviceId, siteId }) => ({ kind: 'settingsTouched', deviceId, siteId }));
}

/** What happened lately counts as lasting, so that it is neither ended nor told again. */
const stillRecent = (
  held: readonly AlertRow[],
  devices: ReadonlyMap<string, DeviceView>,
  now: Date,
): Cause[] =>
  held
    .filter(
      ({ kind, deviceId, openedAt }) =>
        kindDefinitions[kind].nature === 'event' &&
        deviceId !== null &&
        devices.has(deviceId) &&
        now.getTime() - openedAt.getTime() < eventLastsMs,
    )
    .map(({ kind, siteId, deviceId, subject }) => ({ kind, siteId, deviceId, subject }));

async function prizeLooks(
  reader: Reader,
  devices: readonly DeviceView[],
  held: readonly AlertRow[],
  rulesOf: (tenantId: string) => RuleBook,
  now: Date,
): Promise<PrizeLook[]> {
  const machines = devices.filter(isPrizeMachine);
  const watches = await selectWatches(
    reader,
    platformScope,
    machines.map(({ deviceId }) => deviceId),
  );
  const winning = new Set(held.filter(({ kind }) => kind === 'winRate').map(({ deviceId }) => deviceId));
  return machines.map((device) =>
    lookAtPrizes(
      device,
      rulesOf(device.tenantId),
      watches.get(device.deviceId),
      winning.has(device.deviceId),
      now,
    ),
  );
}

async function causesOfPrizes(reader: Reader, looks: readonly PrizeLook[]): Promise<Cause[]> {
  const doubtful = looks.filter(isDoubtful);
  const documents = await readManyDeviceSettings(
    reader,
    platformScope,
    doubtful.map(({ device }) => device),
  );
  return doubtful.flatMap((look) => prizeCauses(look, documents.get(look.device.deviceId) ?? {}));
}

/** What a look found of a tenant, gathered until its last machine was seen: staff is told of it in one go. */
interface Seen {
  causes: Cause[];
  held: AlertRow[];
  watches: (Watch & { deviceId: string })[];
}

class SeenByTenant {
  private readonly byTenant = new Map<string, Seen>();

  of(tenantId: string): Seen {
    const known = this.byTenant.get(tenantId) ?? { causes: [], held: [], watches: [] };
    this.byTenant.set(tenantId, known);
    return known;
  }

  /** Takes out what was gathered of all tenants but the one whose machines are still being looked at. */
  *take(butOf?: string): Generator<[tenantId: string, seen: Seen]> {
    for (const entry of [...this.byTenant]) {
      if (entry[0] === butOf) continue;
      this.byTenant.delete(entry[0]);
      yield entry;
    }
  }
}

interface Watching {
  reader: Reader;
  rulesOf: (tenantId: string) => RuleBook;
  readAt: Date;
  seen: SeenByTenant;
}

async function lookAtDevices(
  { reader, rulesOf, readAt, seen }: Watching,
  devices: readonly DeviceView[],
): Promise<void> {
  const deviceIds = devices.map(({ deviceId }) => deviceId);
  const hoppered = devices.filter(({ hoppers }) => hoppers.length > 0);
  const [sites, held, settings] = await Promise.all([
    siteHours(reader, platformScope, [...new Set(devices.map(({ siteId }) => siteId))]),
    selectHeld(reader, platformScope, { kinds: judgedKinds, deviceIds }),
    readManyDeviceSettings(reader, platformScope, hoppered),
  ]);
  const byId = new Map(devices.map((device) => [device.deviceId, device]));
  const looks = await prizeLooks(reader, devices, held, rulesOf, readAt);
  const causes = [
    ...devices.flatMap((device) =>
      causesOf(
        device,
        sites.get(device.siteId),
        rulesOf(device.tenantId),
        settings.get(device.deviceId),
        readAt,
      ),
    ),
    ...(await causesOfPrizes(reader, looks)),
    ...(await stillTouched(reader, held, byId)),
    ...stillRecent(held, byId, readAt),
  ];
  for (const cause of causes) seen.of(byId.get(cause.deviceId ?? '')?.tenantId ?? '').causes.push(cause);
  for (const alert of held) seen.of(alert.tenantId).held.push(alert);
  for (const { device, before, watch } of looks)
    if (before !== watch) seen.of(device.tenantId).watches.push({ ...watch, deviceId: device.deviceId });
}

async function settle(
  services: Services,
  { rulesOf, readAt }: Watching,
  tenantId: string,
  { causes, held, watches }: Seen,
): Promise<void> {
  const differences = differencesOf({ rules: rulesOf(tenantId), causes, held, readAt });
  if (isSettled(differences) && watches.length === 0) return;
  await services.db.transaction(async (tx) => {
    await settleDifferences(tx, services, tenantId, differences);
    await storeWatches(tx, tenantId, watches);
  });
}

/** A look keeps so many machines in memory, however many there are. */
const usuallyAtOnce = 500;

/**
 * Looks at every machine once: what lasts too long, what no single report shows, and whatever the reports themselves
 * may have missed (a rule that was switched on since, a machine that was unbound).
 */
export async function watchDevices(services: Services, atOnce = usuallyAtOnce): Promise<void> {
  const reader = services.db.read;
  const readAt = services.clock.now();
  const rulesOf = rulesByTenant(await selectRules(reader, platformScope));
  const seen = new SeenByTenant();
  const watching: Watching = { reader, rulesOf, readAt, seen };
  for await (const devices of devicesInTurns(reader, platformScope, atOnce)) {
    await lookAtDevices(watching, devices);
    for (const [tenantId, found] of seen.take(devices.at(-1)?.tenantId))
      await settle(services, watching, tenantId, found);
  }
  for (const alert of await selectForsaken(reader, platformScope, [...judgedKinds, ...oddKinds]))
    seen.of(alert.tenantId).held.push(alert);
  for (const [tenantId, found] of seen.take()) await settle(services, watching, tenantId, found);
}
