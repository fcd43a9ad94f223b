import { listDevices } from '#features/devices/server/public.ts';
import { siteNames } from '#features/sites/server/public.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { AlertRecord, alertsContract } from '../contract.ts';
import { type AlertRow, pageAlerts, summarise } from './alert-queries.ts';
import { describe } from './describe.ts';

const shownInSummary = 5;

const present = (list: readonly (string | null)[]): string[] => [
  ...new Set(list.filter((value) => value !== null)),
];

async function toRecords(context: StaffContext, list: readonly AlertRow[]): Promise<AlertRecord[]> {
  const { db, session, services, language } = context;
  const [devices, sites] = await Promise.all([
    listDevices(db.read, session.scope, { ids: present(list.map(({ deviceId }) => deviceId)) }),
    siteNames(db.read, session.scope, present(list.map(({ siteId }) => siteId))),
  ]);
  const deviceOf = new Map(devices.map((device) => [device.deviceId, device]));
  return list.map((row) => {
    const device = row.deviceId ? deviceOf.get(row.deviceId) : undefined;
    const { number, name, code } = row.data;
    return {
      ...row,
      ...describe(services.texts, language, row),
      equipmentId: row.deviceId,
      equipmentNo: device?.number ?? (typeof number === 'number' ? number : null),
      equipmentName: device ? device.name : name === code ? null : String(name ?? ''),
      code: device?.code ?? (code === undefined ? null : String(code)),
      fieldId: row.siteId,
      fieldName: row.siteId ? (sites.get(row.siteId) ?? null) : null,
      openedAt: row.openedAt.toISOString(),
      acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
      endedAt: row.endedAt?.toISOString() ?? null,
    };
  });
}

export const listAlerts: Handler<typeof alertsContract.listAlerts> = async (context, input) => {
  const page = await pageAlerts(context.db.read, context.session.scope, input);
  return { ...page, records: await toRecords(context, page.records) };
};

export const alertSummary: Handler<typeof alertsContract.alertSummary> = async (context, { fieldId }) => {
  const found = await summarise(context.db.read, context.session.scope, fieldId, shownInSummary);
  return { ...found, latest: await toRecords(context, found.latest) };
};
