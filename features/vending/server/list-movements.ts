import { and, count, eq, gte, ilike, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { listDevices } from '#features/devices/server/public.ts';
import { siteNames } from '#features/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { dayMs, startOfDay } from '#kit/kernel/time.ts';
import type { Handler } from '#kit/server/context.ts';
import { likePattern, orderBy, selectPage } from '#kit/server/paging.ts';
import { rows, type TenantTable } from '#kit/server/tables.ts';
import type { vendingContract } from '../contract.ts';
import { productTemplates, vendingMovements } from '../tables.ts';

type Movements = typeof vendingMovements extends TenantTable<infer T> ? T : never;
type ListInput = ParsedInputOf<typeof vendingContract.listMovements>;

const matching = (movement: Movements, input: ListInput): SQL | undefined =>
  and(
    input.kind ? eq(movement.kind, input.kind) : undefined,
    input.by === 'staff' ? isNotNull(movement.userId) : undefined,
    input.by === 'machine' ? isNull(movement.userId) : undefined,
    input.equipmentId ? eq(movement.deviceId, input.equipmentId) : undefined,
    input.fieldId ? eq(movement.siteId, input.fieldId) : undefined,
    input.templateId ? eq(movement.templateId, input.templateId) : undefined,
    input.userName ? ilike(movement.userName, likePattern(input.userName)) : undefined,
    input.from ? gte(movement.createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(movement.createdAt, new Date(startOfDay(input.to).getTime() + dayMs)) : undefined,
  );

export const listMovements: Handler<typeof vendingContract.listMovements> = async (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const movement = rows(scope, vendingMovements);
  const template = rows(scope, productTemplates);
  const where = matching(movement, input);
  const fallback = { sort: 'createdAt', order: 'desc' } as const;
  const order = orderBy(input, { createdAt: movement.createdAt }, fallback, movement.id);
  const page = await selectPage(
    input,
    ({ limit, offset }) =>
      reader
        .select({
          id: movement.id,
          createdAt: movement.createdAt,
          kind: movement.kind,
          deviceId: movement.deviceId,
          siteId: movement.siteId,
          lane: movement.lane,
          templateName: template.name,
          amount: movement.amount,
          missing: movement.missing,
          stockBefore: movement.stockBefore,
          stockAfter: movement.stockAfter,
          costFen: movement.costFen,
          userName: movement.userName,
          note: movement.note,
        })
        .from(movement)
        .leftJoin(
          template,
          and(eq(template.tenantId, movement.tenantId), eq(template.id, movement.templateId)),
        )
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    async () => (await reader.select({ total: count() }).from(movement).where(where))[0]?.total ?? 0,
  );
  const deviceIds = [...new Set(page.records.map(({ deviceId }) => deviceId))];
  const siteIds = [...new Set(page.records.map(({ siteId }) => siteId))];
  const [devices, names] = await Promise.all([
    listDevices(reader, scope, { ids: deviceIds }),
    siteNames(reader, scope, siteIds),
  ]);
  const byId = new Map(devices.map((device) => [device.deviceId, device]));
  return {
    ...page,
    records: page.records.map(({ deviceId, siteId, ...row }) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      equipmentId: deviceId,
      equipmentNo: byId.get(deviceId)?.number ?? null,
      equipmentName: byId.get(deviceId)?.name ?? null,
      fieldName: names.get(siteId) ?? null,
    })),
  };
};
