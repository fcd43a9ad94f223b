import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { daysThere, deviceStateView, deviceView } from '#features/machines/devices/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { elsewhere, equals, pageRows, search } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, insert, type NewRowOf, type RowOf, rows, update } from '#kit/server/tables.ts';
import { remotecreditContract } from '../contract.ts';
import { creditTypes } from '../rules/credit-rules.ts';
import { remoteCredits } from '../tables.ts';

export type CreditRow = RowOf<typeof remoteCredits>;

/** A credit with the name of its site. */
function listed(reader: Reader, scope: Scope) {
  const credit = rows(scope, remoteCredits);
  const site = siteView(scope);
  const from = () => reader.select().from(credit).leftJoin(site, atSite(site, credit));
  return { credit, from };
}
export type ListedCredit = Awaited<ReturnType<ReturnType<typeof listed>['from']>>[number];

export const pageCredits = listing(remotecreditContract.listCredits, (reader, scope, input) => {
  const { credit, from } = listed(reader, scope);
  return pageRows(reader, input, {
    from,
    filters: {
      fieldId: equals(credit.siteId),
      equipmentId: equals(credit.deviceId),
      userId: equals(credit.userId),
      state: equals(credit.state),
      ...daysThere(credit),
    },
    ...newestFirst(credit),
    sort: { createdAt: credit.createdAt, asked: credit.asked },
  });
});

export async function selectListedCredit(
  reader: Reader,
  scope: Scope,
  id: string,
): Promise<ListedCredit | undefined> {
  const { credit, from } = listed(reader, scope);
  const [found] = await from().where(eq(credit.id, id));
  return found;
}

/** Machines that one can play with coins from afar. */
export const pageCreditDevices = listing(remotecreditContract.listCreditDevices, (reader, scope, input) => {
  const device = deviceView(scope);
  const state = deviceStateView(scope);
  const site = siteView(scope);
  const near = input.nearFieldId;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          deviceId: device.id,
          ...pick(device, 'code', 'number', 'name', 'type', 'siteId'),
          siteName: site.name,
          controlled: device.controlled,
          ...pick(state, 'online', 'busy', 'faults', 'lastSeenAt'),
        })
        .from(device)
        .leftJoin(state, and(eq(state.tenantId, device.tenantId), eq(state.deviceId, device.id)))
        .leftJoin(site, atSite(site, device)),
    where: and(isNull(device.unboundAt), device.controlled, inArray(device.type, [...creditTypes])),
    filters: {
      keyword: search(sql`${device.number}::text`, device.name, device.code, site.name),
      equipmentId: equals(device.id),
      nearFieldId: elsewhere,
    },
    sort: { equipmentNo: device.number },
    usual: [
      ...(near ? [desc(eq(device.siteId, near))] : []),
      asc(device.siteId),
      asc(device.sort),
      asc(device.number),
    ],
    tie: device.id,
  });
});

export async function selectCredit(
  reader: Reader,
  scope: Scope,
  id: string | null,
): Promise<CreditRow | undefined> {
  if (id === null) return undefined;
  const [found] = await find(reader, scope, remoteCredits, { id });
  return found;
}

export async function findByRequest(
  reader: Reader,
  tenantId: string,
  userId: string,
  requestId: string,
): Promise<CreditRow | undefined> {
  const credit = rows(tenantScope(tenantId), remoteCredits);
  const [found] = await reader
    .select()
    .from(credit)
    .where(and(eq(credit.userId, userId), eq(credit.requestId, requestId)));
  return found;
}

/** The latest name each person had. */
export async function selectCreditors(reader: Reader, scope: Scope): Promise<{ id: string; name: string }[]> {
  const credit = rows(scope, remoteCredits);
  return reader
    .selectDistinctOn([credit.userId], { id: credit.userId, name: credit.userName })
    .from(credit)
    .orderBy(asc(credit.userId), desc(credit.createdAt));
}

export async function insertCredit(
  tx: Tx,
  tenantId: string,
  values: NewRowOf<typeof remoteCredits>,
): Promise<void> {
  await insert(tx, tenantScope(tenantId), remoteCredits, values);
}

export async function settleCredit(
  tx: Tx,
  tenantId: string,
  id: string,
  set: Pick<CreditRow, 'state' | 'counted' | 'reason' | 'settledAt'>,
): Promise<CreditRow | undefined> {
  const [row] = await update(tx, tenantScope(tenantId), remoteCredits, (credit) => eq(credit.id, id), set);
  return row;
}
