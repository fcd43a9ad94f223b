import { missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { kindDefinitions } from '../contract/kinds.ts';
import type { alertsContract } from '../contract.ts';
import { type AlertRow, changeAlerts, lockOpen } from './alert-queries.ts';
import { announceChange } from './raise.ts';
import { forgetWatch } from './watch-queries.ts';

/** Some of the alerts may have ended by themselves meanwhile; none at all is a mistake. */
async function lockSome(tx: Tx, context: StaffContext, ids: readonly string[]): Promise<AlertRow[]> {
  const found = await lockOpen(tx, context.session.scope, [...new Set(ids)]);
  if (found.length === 0) throw missing('alerts:error.ended');
  return found;
}

async function record(
  tx: Tx,
  context: StaffContext,
  action: 'alerts.acknowledge' | 'alerts.mend',
  alert: AlertRow,
  note: string,
): Promise<void> {
  await audit(tx, context, {
    action,
    entity: 'alert',
    entityId: alert.id,
    label: String(alert.data.name ?? alert.kind),
    after: { kind: alert.kind, subject: alert.subject, note },
  });
}

export const acknowledgeAlerts: Handler<typeof alertsContract.acknowledgeAlerts> = async (context, input) => {
  const { session } = context;
  await context.db.transaction(async (tx) => {
    const found = await lockSome(tx, context, input.ids);
    for (const alert of found) {
      const note = input.note || alert.note;
      await changeAlerts(tx, alert.tenantId, [alert.id], {
        acknowledgedAt: alert.acknowledgedAt ?? context.clock.now(),
        acknowledgedBy: session.userId,
        acknowledgedName: session.name,
        note,
      });
      await record(tx, context, 'alerts.acknowledge', alert, note);
    }
    await announceChange(tx, session.tenantId);
  });
  return {};
};

export const mendAlerts: Handler<typeof alertsContract.mendAlerts> = async (context, input) => {
  const { session } = context;
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    for (const alert of await lockSome(tx, context, input.ids)) {
      const { nature } = kindDefinitions[alert.kind];
      const note = input.note || alert.note;
      await changeAlerts(tx, alert.tenantId, [alert.id], {
        endedAt: now,
        endReason: 'mended',
        endedBy: session.userId,
        endedName: session.name,
        note,
        goneAt: nature === 'state' ? null : now,
      });
      if (nature === 'count' && alert.deviceId) await forgetWatch(tx, alert.tenantId, alert.deviceId);
      await record(tx, context, 'alerts.mend', alert, note);
    }
    await announceChange(tx, session.tenantId);
  });
  return {};
};
