import { and, count, desc, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { siteNames } from '#features/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { dayMs, startOfDay } from '#kit/kernel/time.ts';
import type { Handler } from '#kit/server/context.ts';
import { orderBy, selectPage } from '#kit/server/paging.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows, type TenantTable } from '#kit/server/tables.ts';
import type { giftsContract } from '../contract.ts';
import { giftMovements, gifts } from '../tables.ts';
import { devicesInReach } from './placement-queries.ts';

type Movements = typeof giftMovements extends TenantTable<infer T> ? T : never;

/** Accounts with some sites see the warehouse and what happened at their sites. */
function within(scope: Scope, movement: Movements): SQL | undefined {
  if (scope.kind !== 'tenant' || scope.siteIds === null) return undefined;
  return scope.siteIds.length > 0
    ? or(isNull(movement.deviceId), inArray(movement.siteId, [...scope.siteIds]))
    : isNull(movement.deviceId);
}

function between(movement: Movements, input: { from?: string; to?: string }): SQL | undefined {
  return and(
    input.from ? gte(movement.createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(movement.createdAt, new Date(startOfDay(input.to).getTime() + dayMs)) : undefined,
  );
}

type RecordsInput = ParsedInputOf<typeof giftsContract.listMovements>;

function matching(scope: Scope, movement: Movements, input: RecordsInput): SQL | undefined {
  return and(
    within(scope, movement),
    between(movement, input),
    input.giftId ? eq(movement.giftId, input.giftId) : undefined,
    input.equipmentId ? eq(movement.deviceId, input.equipmentId) : undefined,
    input.kind ? eq(movement.kind, input.kind) : undefined,
  );
}

export const listMovements: Handler<typeof giftsContract.listMovements> = async (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const movement = rows(scope, giftMovements);
  const gift = rows(scope, gifts);
  const where = matching(scope, movement, input);
  const fallback = { sort: 'createdAt', order: 'desc' } as const;
  const order = orderBy(input, { createdAt: movement.createdAt }, fallback, movement.id);
  const [page, devices] = await Promise.all([
    selectPage(
      input,
      ({ limit, offset }) =>
        reader
          .select({
            id: movement.id,
            createdAt: movement.createdAt,
            kind: movement.kind,
            giftId: movement.giftId,
            giftName: gift.name,
            deviceId: movement.deviceId,
            siteId: movement.siteId,
            amount: movement.amount,
            missing: movement.missing,
            costFen: movement.costFen,
            stockBefore: movement.stockBefore,
            stockAfter: movement.stockAfter,
            equipmentStockBefore: movement.deviceStockBefore,
            equipmentStockAfter: movement.deviceStockAfter,
            userName: movement.userName,
            note: movement.note,
          })
          .from(movement)
          .innerJoin(gift, and(eq(gift.tenantId, movement.tenantId), eq(gift.id, movement.giftId)))
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
      async () => {
        const [found] = await reader.select({ total: count() }).from(movement).where(where);
        return found?.total ?? 0;
      },
    ),
    devicesInReach(reader, scope),
  ]);
  const names = await siteNames(reader, scope, siteIdsIn(page.records));
  return {
    ...page,
    records: page.records.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      equipmentId: row.deviceId,
      equipmentNo: (row.deviceId && devices.get(row.deviceId)?.number) || null,
      equipmentName: (row.deviceId && devices.get(row.deviceId)?.name) || null,
      fieldName: (row.siteId && names.get(row.siteId)) || null,
    })),
  };
};

const siteIdsIn = (list: readonly { siteId: string | null }[]) => [
  ...new Set(list.flatMap(({ siteId }) => (siteId ? [siteId] : []))),
];

const total = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number);
const ofKind = (movement: Movements, kind: string) =>
  total(sql`case when ${movement.kind} = ${kind} then ${movement.amount} else 0 end`);

/** Prizes a machine gave out cost money whether the books held them or not. */
export const giftStatistics: Handler<typeof giftsContract.giftStatistics> = async (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const movement = rows(scope, giftMovements);
  const gift = rows(scope, gifts);
  const reported = sql`case when ${movement.kind} = 'won' then ${movement.amount} + ${movement.missing} else 0 end`;
  const [found, devices] = await Promise.all([
    reader
      .select({
        giftId: movement.giftId,
        giftName: gift.name,
        deviceId: movement.deviceId,
        siteId: movement.siteId,
        loaded: ofKind(movement, 'load'),
        takenBack: ofKind(movement, 'unload'),
        out: total(reported),
        missing: total(sql`${movement.missing}`),
        costFen: total(sql`(${reported})::bigint * ${movement.costFen}`),
      })
      .from(movement)
      .innerJoin(gift, and(eq(gift.tenantId, movement.tenantId), eq(gift.id, movement.giftId)))
      .where(
        and(
          isNotNull(movement.deviceId),
          within(scope, movement),
          between(movement, input),
          input.fieldId ? eq(movement.siteId, input.fieldId) : undefined,
          input.equipmentId ? eq(movement.deviceId, input.equipmentId) : undefined,
        ),
      )
      .groupBy(movement.giftId, gift.name, movement.deviceId, movement.siteId)
      .orderBy(desc(total(reported)), movement.giftId, movement.deviceId),
    devicesInReach(reader, scope),
  ]);
  const names = await siteNames(reader, scope, siteIdsIn(found));
  return found.map(({ deviceId, siteId, ...row }) => ({
    ...row,
    equipmentId: deviceId!,
    equipmentNo: devices.get(deviceId!)?.number ?? null,
    equipmentName: devices.get(deviceId!)?.name ?? null,
    fieldId: siteId,
    fieldName: (siteId && names.get(siteId)) || null,
  }));
};
