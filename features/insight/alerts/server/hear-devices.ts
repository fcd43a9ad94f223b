import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import type {
  CounterOddity,
  DeviceFact,
  DeviceWarning,
  FactListener,
  FaultChange,
  PresenceChange,
  StockReport,
} from '#features/machines/devices/server/public.ts';
import { readManyDeviceSettings } from '#features/machines/settings/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { endHeld, selectHeld } from './alert-queries.ts';
import { faultCause, hopperCauses } from './judge-device.ts';
import { announceChange, type Cause, raiseAlerts } from './raise-alerts.ts';

const perTenant = <F extends { tenantId: string }>(facts: readonly F[]) =>
  Map.groupBy(facts, (fact) => fact.tenantId);

/** What machines tell becomes an alert, or ends one, in the transaction that stores it. */
export function deviceListener(services: Services): FactListener {
  const now = () => services.clock.now();

  async function presence(tx: Tx, list: PresenceChange[]): Promise<void> {
    for (const [tenantId, changes] of perTenant(list.filter(({ online }) => online))) {
      const deviceIds = changes.map(({ deviceId }) => deviceId);
      const ended = await endHeld(
        tx,
        tenantId,
        (alert) => and(eq(alert.kind, 'offline'), inArray(alert.deviceId, deviceIds)),
        'gone',
        now(),
      );
      if (ended) await announceChange(tx, tenantId);
    }
  }

  async function faults(tx: Tx, list: FaultChange[]): Promise<void> {
    for (const [tenantId, changes] of perTenant(list)) {
      const cleared = changes.filter((change) => change.cleared.length > 0);
      const ended =
        cleared.length > 0 &&
        (await endHeld(
          tx,
          tenantId,
          (alert) =>
            and(
              eq(alert.kind, 'fault'),
              or(
                ...cleared.map((change) =>
                  and(eq(alert.deviceId, change.deviceId), inArray(alert.subject, change.cleared)),
                ),
              ),
            ),
          'gone',
          now(),
        ));
      if (ended) await announceChange(tx, tenantId);
      const causes = changes.flatMap((change) => change.added.map((code) => faultCause(change, code)));
      await raiseAlerts(tx, services, tenantId, causes);
    }
  }

  async function stock(tx: Tx, list: StockReport[]): Promise<void> {
    for (const [tenantId, reports] of perTenant(list.filter(({ hoppers }) => hoppers?.length))) {
      const settings = await readManyDeviceSettings(tx, tenantScope(tenantId), reports);
      const low = reports.flatMap((report) =>
        hopperCauses(report, report.hoppers ?? [], settings.get(report.deviceId)),
      );
      await endFilled(tx, tenantId, reports, low);
      await raiseAlerts(tx, services, tenantId, low);
    }
  }

  async function endFilled(tx: Tx, tenantId: string, reports: readonly StockReport[], low: readonly Cause[]) {
    const deviceIds = reports.map(({ deviceId }) => deviceId);
    const held = await selectHeld(tx, tenantScope(tenantId), { kinds: ['lowCoins'], deviceIds });
    // A report may leave hoppers out; what it does not name stays as it was.
    const filled = held.filter(({ deviceId, subject }) => {
      const report = reports.find((candidate) => candidate.deviceId === deviceId);
      const named = report?.hoppers?.some(({ hopper }) => String(hopper) === subject);
      return named && !low.some((cause) => cause.deviceId === deviceId && cause.subject === subject);
    });
    if (filled.length === 0) return;
    const ids = filled.map(({ id }) => id);
    await endHeld(tx, tenantId, (alert): SQL => inArray(alert.id, ids), 'gone', now());
    await announceChange(tx, tenantId);
  }

  async function oddities(tx: Tx, list: CounterOddity[]): Promise<void> {
    for (const [tenantId, found] of perTenant(list)) {
      const causes = found.map(
        ({ kind, siteId, deviceId, counter, before, reported }): Cause => ({
          kind: kind === 'backwards' ? 'counterBackwards' : 'counterJump',
          siteId,
          deviceId,
          subject: counter,
          data: { counter, before, reported },
        }),
      );
      await raiseAlerts(tx, services, tenantId, causes);
    }
  }

  async function events(tx: Tx, list: DeviceFact[]): Promise<void> {
    for (const [tenantId, touched] of perTenant(list.filter(({ kind }) => kind === 'settingsTouched'))) {
      const causes = touched.map(
        ({ siteId, deviceId }): Cause => ({ kind: 'settingsTouched', siteId, deviceId }),
      );
      await raiseAlerts(tx, services, tenantId, causes);
    }
  }

  const warned = (tx: Tx, { tenantId, ...cause }: DeviceWarning): Promise<void> =>
    raiseAlerts(tx, services, tenantId, [cause]);

  return { presence, faults, stock, oddities, events, warned };
}
