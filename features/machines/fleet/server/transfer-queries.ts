import { and, asc, eq, inArray, or } from 'drizzle-orm';
import { tellListed } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import type { TransferState } from '../contract/transfers.ts';
import type { fleetContract } from '../contract.ts';
import { deviceTransfers } from '../tables.ts';

export type TransferRow = typeof deviceTransfers.$inferSelect;
/** Every query names the tenant at one end: the table belongs to two. */
const incoming = (tenantId: string) => eq(deviceTransfers.toTenantId, tenantId);
const outgoing = (tenantId: string) => eq(deviceTransfers.fromTenantId, tenantId);

export const pageTransfers = (
  reader: Reader,
  tenantId: string,
  input: ParsedInputOf<typeof fleetContract.listTransfers>,
) =>
  pageRows(reader, input, {
    from: () => reader.select().from(deviceTransfers).$dynamic(),
    where: or(incoming(tenantId), outgoing(tenantId)),
    filters: {
      direction: (direction) => (direction === 'in' ? incoming : outgoing)(tenantId),
      state: equals(deviceTransfers.state),
    },
    ...newestFirst(deviceTransfers),
  });

interface OfferFilter {
  ids?: readonly string[];
  deviceIds?: readonly string[];
  fromTenantId?: string;
  toTenantId?: string;
}

const openOffers = (filter: OfferFilter) =>
  and(
    eq(deviceTransfers.state, 'offered'),
    filter.ids ? inArray(deviceTransfers.id, [...filter.ids]) : undefined,
    filter.deviceIds ? inArray(deviceTransfers.deviceId, [...filter.deviceIds]) : undefined,
    filter.fromTenantId ? eq(deviceTransfers.fromTenantId, filter.fromTenantId) : undefined,
    filter.toTenantId ? eq(deviceTransfers.toTenantId, filter.toTenantId) : undefined,
  );

export const selectOffers = (reader: Reader, filter: OfferFilter): PromiseLike<TransferRow[]> =>
  reader.select().from(deviceTransfers).where(openOffers(filter));

/** Unanswered ones, held so that only one answer counts. Devices are locked before offers, by everybody. */
export const lockOffers = (tx: Tx, filter: OfferFilter): PromiseLike<TransferRow[]> =>
  tx.select().from(deviceTransfers).where(openOffers(filter)).orderBy(asc(deviceTransfers.id)).for('update');

export async function decideOffers(
  tx: Tx,
  list: readonly TransferRow[],
  state: TransferState,
  now: Date,
): Promise<void> {
  if (list.length === 0) return;
  await tx
    .update(deviceTransfers)
    .set({ state, decidedAt: now })
    .where(
      inArray(
        deviceTransfers.id,
        list.map(({ id }) => id),
      ),
    );
  await tellTransfers(tx, list);
}

/** Both ends see it move, in their lists of devices too. */
export const tellTransfers = (
  tx: Tx,
  list: readonly Pick<TransferRow, 'fromTenantId' | 'toTenantId'>[],
): Promise<void> =>
  tellListed(
    tx,
    list.flatMap((offer) => [offer.fromTenantId, offer.toTenantId]),
  );
