import { and, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { deviceView } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { atSite, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import type { silencesContract } from '../contract/silences.ts';
import { alertSilences, alerts } from '../tables.ts';

export type SilenceRow = RowOf<typeof alertSilences>;

export function pageSilences(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof silencesContract.listSilences>,
  now: Date,
) {
  const silence = rows(scope, alertSilences);
  const device = deviceView(scope);
  const site = siteView(scope);
  const lasts = gt(silence.untilAt, now);
  const state = sql<'silent' | 'over' | 'ended'>`case when ${silence.endedAt} is not null then 'ended'
    when ${lasts} then 'silent' else 'over' end`;
  const inState: Record<'silent' | 'over' | 'ended', SQL | undefined> = {
    silent: and(isNull(silence.endedAt), lasts),
    over: and(isNull(silence.endedAt), lte(silence.untilAt, now)),
    ended: isNotNull(silence.endedAt),
  };
  const { id, kind, reason, note, createdAt, userName, untilAt, endedAt, endedName } = silence;
  return pageRows(reader, input, {
    of: silence,
    from: () =>
      reader
        .select({
          ...{ id, kind, reason, note, createdAt, userName, untilAt, endedAt, endedName, state },
          equipmentId: silence.deviceId,
          equipmentNo: device.number,
          equipmentName: device.name,
          fieldId: silence.siteId,
          fieldName: site.name,
        })
        .from(silence)
        .leftJoin(device, and(eq(device.tenantId, silence.tenantId), eq(device.id, silence.deviceId)))
        .leftJoin(site, atSite(site, silence)),
    filters: {
      state: (wanted) => inState[wanted],
      reason: equals(reason),
      kind: equals(kind),
      fieldId: equals(silence.siteId),
    },
    ...newestFirst(silence),
    sort: { createdAt, untilAt },
  });
}

/** The open alerts that a silence is about. */
export const lockCovered = (
  tx: Tx,
  { tenantId, siteId, deviceId, kind }: Pick<SilenceRow, 'tenantId' | 'siteId' | 'deviceId' | 'kind'>,
) =>
  find(
    tx,
    tenantScope(tenantId),
    alerts,
    (alert) =>
      and(
        eq(alert.kind, kind),
        eq(alert.siteId, siteId),
        deviceId === null ? undefined : eq(alert.deviceId, deviceId),
        isNull(alert.endedAt),
      ),
    'update',
  );

export const lockLasting = (tx: Tx, scope: Scope, ids: readonly string[], now: Date) =>
  find(
    tx,
    scope,
    alertSilences,
    (silence) => and(inArray(silence.id, [...ids]), isNull(silence.endedAt), gt(silence.untilAt, now)),
    'update',
  );
