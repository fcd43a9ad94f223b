import { missing } from '#kit/kernel/errors.ts';
import { changeRows, subjectOf } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { kindDefinitions } from '../contract/kinds.ts';
import type { alertsContract } from '../contract.ts';
import { alerts } from '../tables.ts';
import { type AlertRow, lockOpen, type PlacedAlert, pageAlerts, summarise } from './alert-queries.ts';
import { toAlertRecord } from './alert-records.ts';
import { announceChange } from './raise-alerts.ts';
import { forgetWatch } from './watch-queries.ts';

type Contract = Pick<
  typeof alertsContract,
  'listAlerts' | 'alertSummary' | 'acknowledgeAlerts' | 'mendAlerts'
>;

/** A machine's number is worth more than its tenth neighbour: the list of all is one tap away. */
const shownInSummary = { latest: 5, groups: 4, inGroup: 6 };

export const alertSubject = subjectOf(alerts, {
  entity: 'alert',
  label: ({ data, kind }) => String(data.name ?? kind),
});

/** Some of the alerts may have ended by themselves meanwhile; none at all is a mistake. */
async function handle(
  context: StaffContext,
  action: 'alerts.acknowledge' | 'alerts.mend',
  ids: readonly string[],
  work: (alert: AlertRow, tx: Tx) => Promise<Partial<AlertRow>>,
): Promise<Record<string, never>> {
  const { scope, tenantId } = context.session;
  await context.db.transaction(async (tx) => {
    const open = await lockOpen(tx, scope, ids);
    if (open.length === 0) throw missing('alerts:error.ended');
    for (const { id, kind, subject } of open)
      await changeRows(tx, context, alertSubject, { ids: [id], action, note: { kind, subject } }, work);
    await announceChange(tx, tenantId);
  });
  return {};
}

export const alertHandlers: Handlers<Contract> = {
  async listAlerts({ db, session, services, language, clock }, input) {
    const page = await pageAlerts(db.read, session.scope, input);
    return mapPage(page, (row) => toAlertRecord(services.texts, language, row, clock.now()));
  },

  async alertSummary({ db, session, services, language, clock }, { fieldId }) {
    const found = await summarise(db.read, session.scope, fieldId, shownInSummary);
    const toRecord = (row: PlacedAlert) => toAlertRecord(services.texts, language, row, clock.now());
    return {
      ...found,
      latest: found.latest.map(toRecord),
      groups: found.groups.map(({ count, alerts }) => ({ count, alerts: alerts.map(toRecord) })),
    };
  },

  acknowledgeAlerts: (context, { ids, note }) =>
    handle(context, 'alerts.acknowledge', ids, async (alert) => ({
      acknowledgedAt: alert.acknowledgedAt ?? context.clock.now(),
      acknowledgedBy: context.session.userId,
      acknowledgedName: context.session.name,
      note: note || alert.note,
    })),

  mendAlerts: (context, { ids, note }) =>
    handle(context, 'alerts.mend', ids, async (alert, tx) => {
      const now = context.clock.now();
      const { nature } = kindDefinitions[alert.kind];
      if (nature === 'count' && alert.deviceId) await forgetWatch(tx, alert.tenantId, alert.deviceId);
      return {
        endedAt: now,
        endReason: 'mended',
        endedBy: context.session.userId,
        endedName: context.session.name,
        note: note || alert.note,
        goneAt: nature === 'state' ? null : now,
      };
    }),
};
