import { eq, sql } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { insert, rows } from '#kit/server/tables.ts';
import { stockChanged } from '../contract/records.ts';
import type { LossReason, MovementKind } from '../contract/stock.ts';
import { vendingMovements } from '../tables.ts';
import { countNeeds } from './count-needs.ts';
import { type LaneRow, selectCosts } from './lane-queries.ts';
import { joinVisit } from './visit-queries.ts';

export interface Movement {
  /** locked; its stock is what it was before */
  held: LaneRow;
  siteId: string;
  kind: MovementKind;
  amount: number;
  missing?: number;
  after: number;
  at: Date;
  commandId?: string;
  requestId?: string;
  roundId?: string;
  note?: string;
  /** of a loss */
  reason?: LossReason;
  /** of what is filled: until when it is good, and until when the lane then is */
  expiryDate?: string | null;
  laneDate?: string | null;
}

export interface Mover {
  userId: string;
  userName: string;
}
export const moverOf = ({ session }: StaffContext): Mover => ({
  userId: session.userId,
  userName: session.name,
});

/**
 * The only way a stock changes: each movement is written down and the locked row follows. `held.stock` moves along, so
 * that several movements of one lane in one call stand on each other.
 * @param staff who did it; a change by staff is something the device does not know yet
 */
export async function bookMovements(
  tx: Tx,
  tenantId: string,
  movements: readonly Movement[],
  staff?: { mover: Mover; toTell: boolean },
): Promise<void> {
  if (movements.length === 0) return;
  const scope = tenantScope(tenantId);
  const costs = await selectCosts(
    tx,
    scope,
    movements.map(({ held }) => held.templateId),
  );
  const visits = new Map<string, string>();
  if (staff)
    for (const [deviceId, [first]] of Map.groupBy(movements, ({ held }) => held.deviceId))
      visits.set(
        deviceId,
        await joinVisit(tx, tenantId, { deviceId, siteId: first!.siteId, at: first!.at }, staff.mover),
      );
  const earlier = new Map<LaneRow, number>();
  const lines = movements.map(({ held, siteId, at, after, note, laneDate, ...movement }) => {
    const before = held.stock;
    held.stock = after;
    if (laneDate !== undefined) held.expiryDate = laneDate;
    // What is gone takes its date along.
    if (after === 0) held.expiryDate = null;
    // Movements of one lane in one call keep their order in the record.
    const turn = earlier.get(held) ?? 0;
    earlier.set(held, turn + 1);
    const createdAt = new Date(at.getTime() + turn);
    return {
      ...movement,
      id: newId(createdAt.getTime()),
      createdAt,
      deviceId: held.deviceId,
      siteId,
      lane: held.lane,
      templateId: held.templateId,
      stockBefore: before,
      stockAfter: after,
      costFen: (held.templateId && costs.get(held.templateId)) || 0,
      note: note || null,
      visitId: visits.get(held.deviceId),
      userId: staff?.mover.userId,
      userName: staff?.mover.userName,
    };
  });
  await insert(tx, scope, vendingMovements, lines);
  const touched = [...new Set(movements.map(({ held }) => held))];
  await storeStocks(tx, tenantId, touched, movements, staff?.toTell ?? false);
  const deviceIds = [...new Set(touched.map(({ deviceId }) => deviceId))];
  await countNeeds(tx, tenantId, deviceIds, movements[0]!.at);
  for (const [siteId, own] of Map.groupBy(lines, (line) => line.siteId))
    await emit(tx, siteTopic(tenantId, siteId), stockChanged, {
      deviceIds: [...new Set(own.map(({ deviceId }) => deviceId))],
    });
}

/** One statement for a whole batch. A lane that is being told and moves again must be told once more. */
async function storeStocks(
  tx: Tx,
  tenantId: string,
  touched: readonly LaneRow[],
  movements: readonly Movement[],
  untold: boolean,
): Promise<void> {
  const filled = new Map(
    movements.filter(({ kind }) => kind === 'load').map(({ held, at }) => [held, at.toISOString()]),
  );
  const at = movements[0]!.at.toISOString();
  const list = JSON.stringify(
    touched.map((held) => ({
      id: held.id,
      stock: held.stock,
      expiry_date: held.expiryDate,
      filled_at: filled.get(held) ?? null,
    })),
  );
  await tx.execute(sql`
    update vending_lane held set
      stock = next.stock,
      expiry_date = next.expiry_date,
      filled_at = coalesce(next.filled_at, held.filled_at),
      untold = held.untold or ${untold},
      told_command_id = null,
      differs_since = case
        when held.untold or ${untold} or held.reported_stock is null or held.reported_stock = next.stock then null
        else coalesce(held.differs_since, ${at}::timestamptz) end
    from jsonb_to_recordset(${list}::jsonb) as next(id uuid, stock integer, expiry_date date, filled_at timestamptz)
    where held.tenant_id = ${tenantId} and held.id = next.id`);
}

/** Whether this very request was booked before. Asked under the locks of the lanes it moves. */
export async function wasBooked(tx: Tx, scope: Scope, requestId: string | undefined): Promise<boolean> {
  if (!requestId) return false;
  const movement = rows(scope, vendingMovements);
  const found = await tx
    .select({ id: movement.id })
    .from(movement)
    .where(eq(movement.requestId, requestId))
    .limit(1);
  return found.length > 0;
}
