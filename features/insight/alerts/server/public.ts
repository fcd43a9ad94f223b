import { and, eq, isNull } from 'drizzle-orm';
import { businessDays } from '#features/selling/figures/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { AlertKind, AlertSeverity } from '../contract/kinds.ts';
import { countOpen, endHeld, selectOpen } from './alert-queries.ts';
import { announceChange, type Cause, raiseAlerts } from './raise-alerts.ts';

export { expectedWinRate, prizeTypes, rateSettings, withGuarantee } from '../rules/win-rate-rules.ts';
export type { Cause } from './raise-alerts.ts';

export interface OpenAlert {
  id: string;
  deviceId: string;
  kind: AlertKind;
  subject: string;
  severity: AlertSeverity;
  openedAt: Date;
}

/** What is wrong with these devices now, the severe first. */
export async function openAlerts(
  reader: Reader,
  scope: Scope,
  deviceIds: readonly string[],
): Promise<OpenAlert[]> {
  const found = await selectOpen(reader, scope, deviceIds);
  return found.map(({ id, deviceId, kind, subject, severity, openedAt }) => ({
    id,
    deviceId: deviceId!,
    kind,
    subject,
    severity,
    openedAt,
  }));
}

/** What came up on these business days and is still open: what differs from a machine's past, and all the rest. */
export const countStillOpen = (
  reader: Reader,
  scope: Scope,
  { from, to }: { from: string; to: string },
): Promise<{ anomalies: number; alerts: number }> =>
  countOpen(reader, scope, ({ openedAt, tenantId, siteId }) => {
    const days = businessDays({ at: openedAt, tenantId, siteId });
    return and(days.from(from), days.to(to));
  });

/** Opens an alert and tells the staff, unless one about the same is open or the rules do not watch it. */
export const raiseAlert = (tx: Tx, services: Services, tenantId: string, cause: Cause): Promise<void> =>
  raiseAlerts(tx, services, tenantId, [cause]);

/** The cause is gone. Without an open alert nothing happens. */
export async function endAlert(
  tx: Tx,
  services: Services,
  tenantId: string,
  { deviceId, kind, subject = '' }: Pick<Cause, 'deviceId' | 'kind' | 'subject'>,
): Promise<void> {
  const ended = await endHeld(
    tx,
    tenantId,
    (alert) =>
      and(
        eq(alert.kind, kind),
        eq(alert.subject, subject),
        deviceId === null ? isNull(alert.deviceId) : eq(alert.deviceId, deviceId),
      ),
    'gone',
    services.clock.now(),
  );
  if (ended) await announceChange(tx, tenantId);
}
