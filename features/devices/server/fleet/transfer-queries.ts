import { and, asc, count, eq, inArray, or, type SQL } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { orderBy } from '#kit/server/paging.ts';
import type { fleetContract } from '../../contract/fleet.ts';
import type { TransferState } from '../../contract/transfers.ts';
import { deviceTransfers } from '../../tables.ts';

export type TransferRow = typeof deviceTransfers.$inferSelect;
type ListInput = ParsedInputOf<typeof fleetContract.listTransfers>;

/** Every query names the tenant at one end: the table belongs to two. */
function seenBy(tenantId: string, input: Pick<ListInput, 'direction' | 'state'>): SQL | undefined {
  const incoming = eq(deviceTransfers.toTenantId, tenantId);
  const outgoing = eq(deviceTransfers.fromTenantId, tenantId);
  const ends = input.direction === 'in' ? incoming : input.direction === 'out' ? outgoing : undefined;
  return and(
    ends ?? or(incoming, outgoing),
    input.state ? eq(deviceTransfers.state, input.state) : undefined,
  );
}

export const selectTransfers = (
  reader: Reader,
  tenantId: string,
  input: ListInput,
  window: { limit: number; offset: number },
): PromiseLike<TransferRow[]> =>
  reader
    .select()
    .from(deviceTransfers)
    .where(seenBy(tenantId, input))
    .orderBy(
      ...orderBy(
        input,
        { createdAt: deviceTransfers.createdAt },
        { sort: 'createdAt', order: 'desc' },
        deviceTransfers.id,
      ),
    )
    .limit(window.limit)
    .offset(window.offset);

export async function countTransfers(reader: Reader, tenantId: string, input: ListInput): Promise<number> {
  const [found] = await reader
    .select({ total: count() })
    .from(deviceTransfers)
    .where(seenBy(tenantId, input));
  return found?.total ?? 0;
}

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
export async function tellTransfers(
  tx: Tx,
  list: readonly Pick<TransferRow, 'fromTenantId' | 'toTenantId'>[],
): Promise<void> {
  for (const tenantId of new Set(list.flatMap((offer) => [offer.fromTenantId, offer.toTenantId])))
    await emit(tx, tenantTopic(tenantId), 'device.listed', {});
}
