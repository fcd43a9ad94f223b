import { type DeviceView, listDevices } from '#features/devices/server/public.ts';
import { readManyDeviceSettings } from '#features/settings/server/public.ts';
import { siteHours } from '#features/sites/server/public.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { settingsHash } from '#kit/protocol/signing.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { type AlertKind, kindDefinitions } from '../contract/kinds.ts';
import { type RuleBook, rulesByTenant } from '../rules/rule-book-rules.ts';
import { type AlertRow, selectHeld } from './alert-queries.ts';
import { causesOf } from './judge-device.ts';
import { isDoubtful, isPrizeMachine, lookAtPrizes, type PrizeLook, prizeCauses } from './judge-prizes.ts';
import type { Cause } from './raise-alerts.ts';
import { selectRules } from './rule-queries.ts';
import { differencesOf, isSettled, settleDifferences } from './settle-differences.ts';
import { selectWatches, storeWatches } from './watch-queries.ts';

/** What a machine's own state decides; goods have a watch of their own. */
const judgedKinds: readonly AlertKind[] = [
  'offline',
  'fault',
  'lowCoins',
  'sensorSilent',
  'winRate',
  'settingsTouched',
  'counterBackwards',
  'counterJump',
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
  const watches = await selectWatches(reader, platformScope);
  const winning = new Set(held.filter(({ kind }) => kind === 'winRate').map(({ deviceId }) => deviceId));
  return devices
    .filter(isPrizeMachine)
    .map((device) =>
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

/**
 * Looks at every machine once: what lasts too long, what no single report shows, and whatever the reports themselves
 * may have missed (a rule that was switched on since, a machine that was unbound).
 */
export async function watchDevices(services: Services): Promise<void> {
  const reader = services.db.read;
  const readAt = services.clock.now();
  const [devices, sites, ruleRows, held] = await Promise.all([
    listDevices(reader, platformScope),
    siteHours(reader, platformScope),
    selectRules(reader, platformScope),
    selectHeld(reader, platformScope, { kinds: judgedKinds }),
  ]);
  const rulesOf = rulesByTenant(ruleRows);
  const byId = new Map(devices.map((device) => [device.deviceId, device]));
  const hoppered = devices.filter(({ hoppers }) => hoppers.length > 0);
  const settings = await readManyDeviceSettings(reader, platformScope, hoppered);
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
  const tenantOf = (cause: Cause) => (cause.deviceId && byId.get(cause.deviceId)?.tenantId) || '';
  const causesByTenant = Map.groupBy(causes, tenantOf);
  const heldByTenant = Map.groupBy(held, ({ tenantId }) => tenantId);
  const looksByTenant = Map.groupBy(
    looks.filter(({ before, watch }) => before !== watch),
    ({ device }) => device.tenantId,
  );
  for (const tenantId of new Set([
    ...causesByTenant.keys(),
    ...heldByTenant.keys(),
    ...looksByTenant.keys(),
  ])) {
    const differences = differencesOf({
      rules: rulesOf(tenantId),
      causes: causesByTenant.get(tenantId) ?? [],
      held: heldByTenant.get(tenantId) ?? [],
      readAt,
    });
    const changedLooks = looksByTenant.get(tenantId) ?? [];
    if (isSettled(differences) && changedLooks.length === 0) continue;
    await services.db.transaction(async (tx) => {
      await settleDifferences(tx, services, tenantId, differences);
      await storeWatches(
        tx,
        tenantId,
        changedLooks.map(({ device, watch }) => ({ ...watch, deviceId: device.deviceId })),
      );
    });
  }
}
