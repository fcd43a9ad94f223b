import { and, eq, inArray, lt } from 'drizzle-orm';
import { siteClock } from '#features/base/sites/server/public.ts';
import { type DeviceView, onDeviceMessage, sendToDevice } from '#features/machines/devices/server/public.ts';
import { sellsGoods, sellsPlays } from '#features/selling/orders/server/public.ts';
import { secondMs } from '#kit/kernel/time.ts';
import { limits } from '#kit/protocol/limits.ts';
import type { UpMessage } from '#kit/protocol/messages.ts';
import { sameValue } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emitAll, siteTopic, told } from '#kit/server/outbox.ts';
import { startPump } from '#kit/server/pump.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, type RowOf, update } from '#kit/server/tables.ts';
import { type ListState, priceListChanged } from '../contract/price-lists.ts';
import { noRules, type PricedThing } from '../contract/price-rules.ts';
import { type PriceList, priceListOf } from '../rules/price-list.ts';
import { priceLists } from '../tables.ts';
import { writeWanted } from './price-list-queries.ts';
import { latestVersion } from './price-versions.ts';
import { isSoldHere } from './sell-packages.ts';

type Row = RowOf<typeof priceLists>;
type Machine = Pick<DeviceView, 'tenantId' | 'deviceId' | 'siteId' | 'code' | 'type'>;

const isSoldBy = (type: DeviceType, thing: PricedThing): boolean =>
  thing === 'play'
    ? sellsPlays(type)
    : thing === 'goods'
      ? sellsGoods(type)
      : isSoldHere({ kind: thing }, { type });

/** What each machine is to show by the rules that hold now. */
export async function listsFor(
  reader: Reader,
  machines: readonly Omit<Machine, 'code'>[],
  at: Date,
): Promise<Map<string, PriceList>> {
  const lists = new Map<string, PriceList>();
  for (const [siteId, there] of Map.groupBy(machines, (machine) => machine.siteId)) {
    const { tenantId } = there[0]!;
    const version = await latestVersion(reader, tenantId, siteId);
    const clock = await siteClock(reader, tenantScope(tenantId), siteId);
    for (const { deviceId, type } of there)
      lists.set(
        deviceId,
        priceListOf(version?.rules ?? noRules, {
          deviceId,
          at,
          clock,
          sells: (thing) => isSoldBy(type, thing),
        }),
      );
  }
  return lists;
}

interface Letter {
  code: string;
  version: number;
  list: PriceList;
}

/** After commit. What does not get through is silence, and is sent again with the next hello. */
export async function post(services: Services, letters: readonly Letter[]): Promise<void> {
  const expiresAt = new Date(services.clock.now().getTime() + limits.settingsAnswerMs).toISOString();
  await Promise.all(
    letters.map(async ({ code, version, list }) => {
      try {
        await sendToDevice(services, code, 'prices', { version, expiresAt, ...list });
      } catch (error) {
        services.log.warn({ err: error, code }, 'price list not sent');
      }
    }),
  );
}

const tell = (tx: Tx, changed: readonly Pick<Row, 'tenantId' | 'siteId'>[]) =>
  emitAll(
    tx,
    [...new Map(changed.map((row) => [row.siteId, row])).values()].map(({ tenantId, siteId }) =>
      told(siteTopic(tenantId, siteId), priceListChanged, { fieldId: siteId }),
    ),
  );

export interface Sending {
  letters: Letter[];
  sent: number;
  waiting: number;
  current: number;
}

/** Who shows exactly this already is left in peace; who is offline gets what holds when it is back. */
export async function askForLists(
  tx: Tx,
  machines: readonly DeviceView[],
  { byName, now }: { byName: string; now: Date },
): Promise<Sending> {
  const lists = await listsFor(tx, machines, now);
  const ids = machines.map(({ deviceId }) => deviceId);
  const before = await find(tx, platformScope, priceLists, (columns) => inArray(columns.deviceId, ids));
  const shown = new Map(
    before.filter(({ state }) => state === 'applied').map(({ deviceId, list }) => [deviceId, list]),
  );
  const behind = machines.filter(({ deviceId }) => !sameValue(shown.get(deviceId), lists.get(deviceId)));
  const wanted = behind.map(({ tenantId, deviceId, siteId, online }) => ({
    tenantId,
    deviceId,
    siteId,
    list: online ? lists.get(deviceId)! : null,
  }));
  const versions = await writeWanted(tx, wanted, { byName, askedAt: now, now });
  await tell(tx, behind);
  const letters = behind
    .filter(({ online }) => online)
    .map(({ deviceId, code }) => ({ code, version: versions.get(deviceId)!, list: lists.get(deviceId)! }));
  return {
    letters,
    sent: letters.length,
    waiting: behind.length - letters.length,
    current: machines.length - behind.length,
  };
}

const unanswered: readonly ListState[] = ['sent', 'silent'];

/** A word about an older list than the last one says nothing; one about a wrong signature can not name its list. */
async function takeAnswer(
  services: Services,
  { tenantId, deviceId }: Machine,
  { version, state, reason }: UpMessage<'prices'>,
): Promise<void> {
  const answeredAt = services.clock.now();
  await services.db.transaction(async (tx) => {
    const changed = await update(
      tx,
      tenantScope(tenantId),
      priceLists,
      (columns) =>
        and(
          eq(columns.deviceId, deviceId),
          inArray(columns.state, [...unanswered]),
          reason === 'signature' ? undefined : eq(columns.version, version),
        ),
      { state, reason: reason ?? null, answeredAt },
    );
    await tell(tx, changed);
  });
}

/** What a machine that says hello has to be sent: what waited, what it never answered, what it has lost. */
function isBehind({ state, version }: Row, shownVersion: number | undefined): boolean {
  if (state === 'refused') return false;
  return state === 'applied' ? shownVersion !== undefined && shownVersion < version : true;
}

async function takeHello(
  services: Services,
  device: Machine,
  { pricesVersion }: UpMessage<'hello'>,
): Promise<void> {
  const scope = tenantScope(device.tenantId);
  const [row] = await find(services.db.read, scope, priceLists, { deviceId: device.deviceId });
  if (!row) return;
  if (unanswered.includes(row.state) && pricesVersion === row.version)
    return takeAnswer(services, device, { version: row.version, state: 'applied' });
  if (!isBehind(row, pricesVersion)) return;
  const now = services.clock.now();
  const letters = await services.db.transaction(async (tx) => {
    const list = (await listsFor(tx, [device], now)).get(device.deviceId)!;
    const { tenantId, deviceId, siteId, code } = device;
    const wanted = [{ tenantId, deviceId, siteId, list }];
    const { askedByName: byName, askedAt } = row;
    const versions = await writeWanted(tx, wanted, { byName, askedAt, now });
    await tell(tx, wanted);
    return [{ code, version: versions.get(deviceId)!, list }];
  });
  await post(services, letters);
}

/** Whom nobody heard from in time. */
async function noteSilence(services: Services): Promise<void> {
  const since = new Date(services.clock.now().getTime() - limits.settingsAnswerMs);
  await services.db.transaction(async (tx) => {
    const changed = await update(
      tx,
      platformScope,
      priceLists,
      (columns) => and(eq(columns.state, 'sent'), lt(columns.sentAt, since)),
      { state: 'silent' },
    );
    await tell(tx, changed);
  });
}

export async function startPriceLists(services: Services): Promise<() => Promise<void>> {
  onDeviceMessage(services, 'prices', (device, answer) => takeAnswer(services, device, answer));
  onDeviceMessage(services, 'hello', (device, hello) => takeHello(services, device, hello));
  const pump = await startPump({
    db: services.db,
    channel: 'price_list',
    lookAgainMs: 5 * secondMs,
    turn: async () => {
      await noteSilence(services);
      return false;
    },
    onError: (error) => services.log.error({ err: error }, 'price lists'),
  });
  return () => pump.stop();
}
