import { and, asc, eq, gt, gte, inArray, sql, sum } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type RowOf, rows } from '#kit/server/tables.ts';
import { salesDays } from '../rules/need-rules.ts';
import { productTemplates, vendingLanes, vendingMovements, vendingNeeds } from '../tables.ts';

export type LaneRow = RowOf<typeof vendingLanes>;
export type TemplateRow = RowOf<typeof productTemplates>;

/** A lane of a machine, as messages of devices name it. */
export interface LaneKey {
  deviceId: string;
  lane: number;
}
export const laneKey = ({ deviceId, lane }: LaneKey) => `${deviceId} ${lane}`;

/** What lies in the lanes of some devices, with the product. */
export async function selectHeld(
  reader: Reader,
  scope: Scope,
  deviceIds: readonly string[],
): Promise<{ held: LaneRow; product: TemplateRow | null }[]> {
  if (deviceIds.length === 0) return [];
  const lane = rows(scope, vendingLanes);
  const template = rows(scope, productTemplates);
  const found = await reader
    .select()
    .from(lane)
    .leftJoin(template, and(eq(template.tenantId, lane.tenantId), eq(template.id, lane.templateId)))
    .where(inArray(lane.deviceId, [...deviceIds]))
    .orderBy(asc(lane.deviceId), asc(lane.lane));
  return found.map(({ vending_lane: held, product_template: product }) => ({ held, product }));
}

/** Machines with lanes that are empty or low. */
export async function selectShortDevices(reader: Reader, scope: Scope): Promise<string[]> {
  const need = rows(scope, vendingNeeds);
  const found = await reader
    .select({ id: need.deviceId })
    .from(need)
    .where(gt(need.shortLanes, 0))
    .orderBy(asc(need.deviceId));
  return found.map(({ id }) => id);
}

/** Machines with goods that on this day have expired or are about to, by the days set with each product. */
export async function selectExpiringDevices(reader: Reader, scope: Scope, today: string): Promise<string[]> {
  const lane = rows(scope, vendingLanes);
  const template = rows(scope, productTemplates);
  const found = await reader
    .selectDistinct({ id: lane.deviceId })
    .from(lane)
    .innerJoin(template, and(eq(template.tenantId, lane.tenantId), eq(template.id, lane.templateId)))
    .where(
      and(
        gt(lane.stock, 0),
        sql`coalesce(${lane.expiryDate}, ${template.expiryDate}) - ${template.warnDays} <= ${today}::date`,
      ),
    );
  return found.map(({ id }) => id);
}

/** Pieces sold lately, by lane. */
export async function selectSoldLately(
  reader: Reader,
  scope: Scope,
  deviceIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  if (deviceIds.length === 0) return new Map();
  const movement = rows(scope, vendingMovements);
  const found = await reader
    .select({
      deviceId: movement.deviceId,
      lane: movement.lane,
      pieces: sum(movement.amount).mapWith(Number),
    })
    .from(movement)
    .where(
      and(
        inArray(movement.deviceId, [...deviceIds]),
        eq(movement.kind, 'sold'),
        gte(movement.createdAt, new Date(now.getTime() - salesDays * dayMs)),
      ),
    )
    .groupBy(movement.deviceId, movement.lane);
  return new Map(found.map((row) => [laneKey(row), row.pieces]));
}

/**
 * Locks lanes, opening the book of those that have none yet. Always in the same order, so that two who need the same
 * lanes never deadlock.
 */
export async function lockLanes(
  tx: Tx,
  tenantId: string,
  keys: readonly LaneKey[],
): Promise<Map<string, LaneRow>> {
  const wanted = [...new Map(keys.map((key) => [laneKey(key), key])).values()];
  if (wanted.length === 0) return new Map();
  const list = JSON.stringify(
    wanted.map(({ deviceId, lane }) => ({ id: newId(), device_id: deviceId, lane })),
  );
  await tx.execute(sql`
    insert into vending_lane (tenant_id, id, device_id, lane)
    select ${tenantId}, wanted.id, wanted.device_id, wanted.lane
    from jsonb_to_recordset(${list}::jsonb) as wanted(id uuid, device_id uuid, lane integer)
    order by wanted.device_id, wanted.lane
    on conflict (tenant_id, device_id, lane) do nothing`);
  const found = await tx.execute<{
    id: string;
    device_id: string;
    lane: number;
    template_id: string | null;
    stock: number;
    expiry_day: string | null;
    low_at: number | null;
    filled_at: Date | null;
    reported_stock: number | null;
    differs_since: Date | null;
    untold: boolean;
    told_command_id: string | null;
  }>(sql`
    select held.*, held.expiry_date::text as expiry_day from vending_lane held
    join jsonb_to_recordset(${list}::jsonb) as wanted(device_id uuid, lane integer)
      on wanted.device_id = held.device_id and wanted.lane = held.lane
    where held.tenant_id = ${tenantId}
    order by held.device_id, held.lane
    for update of held`);
  return new Map(
    [...found].map((row) => [
      laneKey({ deviceId: row.device_id, lane: row.lane }),
      {
        tenantId,
        id: row.id,
        deviceId: row.device_id,
        lane: row.lane,
        templateId: row.template_id,
        stock: row.stock,
        expiryDate: row.expiry_day,
        alarmThreshold: row.low_at,
        filledAt: row.filled_at,
        reportedStock: row.reported_stock,
        differsSince: row.differs_since,
        untold: row.untold,
        toldCommandId: row.told_command_id,
      },
    ]),
  );
}

export async function selectCosts(
  reader: Reader,
  scope: Scope,
  templateIds: readonly (string | null)[],
): Promise<Map<string, number>> {
  const wanted = [...new Set(templateIds.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const template = rows(scope, productTemplates);
  const found = await reader
    .select({ id: template.id, costFen: template.costFen })
    .from(template)
    .where(inArray(template.id, wanted));
  return new Map(found.map(({ id, costFen }) => [id, costFen]));
}

/** Until when products are good, as far as that is the same for all pieces. */
export async function selectExpiryDates(
  reader: Reader,
  scope: Scope,
  templateIds: readonly (string | null)[],
): Promise<Map<string, string | null>> {
  const wanted = [...new Set(templateIds.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const template = rows(scope, productTemplates);
  const found = await reader
    .select({ id: template.id, expiryDate: template.expiryDate })
    .from(template)
    .where(inArray(template.id, wanted));
  return new Map(found.map(({ id, expiryDate }) => [id, expiryDate]));
}
