import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { agentsAbove, findTenant } from '#features/base/accounts/server/public.ts';
import {
  gainsByTenant,
  platformFee,
  postTransfers,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addDays, businessDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emitAll, tenantTopic, told } from '#kit/server/outbox.ts';
import { platformScope, platformTenantId } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert, rows } from '#kit/server/tables.ts';
import { sharingChanged } from '../contract/shared.ts';
import { type AgentRatio, agentParts } from '../rules/calculate.ts';
import { agentShares, shareFeeDays } from '../tables.ts';

async function chainOf(reader: Reader, merchantId: string): Promise<AgentRatio[]> {
  const merchant = await findTenant(reader, merchantId);
  const above = await agentsAbove(reader, merchant?.agentId ?? null);
  const chain = [];
  for (const agentId of above.reverse()) {
    const agent = await findTenant(reader, agentId);
    chain.push({ agentId, basisPoints: agent?.shareBasisPoints ?? 0 });
  }
  return chain;
}

async function carriedInto(tx: Tx, merchantId: string, day: string): Promise<number> {
  const feeDay = rows(platformScope, shareFeeDays);
  const [last] = await tx
    .select({ carriedFen: feeDay.carriedFen })
    .from(feeDay)
    .where(and(eq(feeDay.tenantId, merchantId), lt(feeDay.day, day)))
    .orderBy(desc(feeDay.day))
    .limit(1);
  return last?.carriedFen ?? 0;
}

/**
 * Divides what the platform earned of one merchant's fees on one day among the agents above. Refunds may have brought
 * back more than the day earned: then the next days make up for it before anybody gets a part.
 */
export async function shareFeesOfDay(
  tx: Tx,
  merchantId: string,
  day: string,
  gainedFen: number,
): Promise<void> {
  const feeFen = gainedFen + (await carriedInto(tx, merchantId, day));
  const [begun] = await tx.execute(sql`
    insert into share_fee_day (tenant_id, day, fee_fen, carried_fen)
    values (${merchantId}, ${day}, ${gainedFen}, ${Math.min(0, feeFen)})
    on conflict (tenant_id, day) do nothing returning 1`);
  if (!begun || feeFen <= 0) return;
  const parts = agentParts(feeFen, await chainOf(tx, merchantId)).filter(({ amountFen }) => amountFen > 0);
  if (parts.length === 0) return;
  const posted = await postTransfers(
    tx,
    parts.map(({ agentId, basisPoints, amountFen }) => ({
      key: `agent-share:${merchantId}:${day}:${agentId}`,
      tenantId: platformTenantId,
      kind: 'agent-share',
      legs: [
        { account: platformFee, amount: -amountFen },
        { account: walletAccount(agentId, agentId, 'available'), amount: amountFen },
      ],
      subject: { kind: 'tenant', id: merchantId },
      note: { merchantId, day, basisPoints, feeFen },
    })),
  );
  await insert(
    tx,
    platformScope,
    agentShares,
    parts.map(({ agentId, basisPoints, amountFen }, index) => ({
      tenantId: agentId,
      id: newId(),
      merchantId,
      day,
      feeFen,
      basisPoints,
      amountFen,
      transferId: posted[index]!.id,
    })),
  );
  await emitAll(
    tx,
    parts.map(({ agentId }) => told(tenantTopic(agentId), sharingChanged)),
  );
}

/** Every day that is over, from a day on; days that were divided before stay as they are. */
export async function shareFeesSince(services: Services, firstDay: string): Promise<void> {
  const { db, clock } = services;
  const today = businessDay(clock.now());
  for (let day = firstDay; day < today; day = addDays(day, 1)) {
    const gains = await gainsByTenant(db.read, platformFee, {
      from: startOfDay(day),
      to: startOfDay(addDays(day, 1)),
    });
    for (const [merchantId, gainedFen] of gains)
      if (merchantId !== platformTenantId)
        await db.transaction((tx) => shareFeesOfDay(tx, merchantId, day, gainedFen));
  }
}

/** The first time only yesterday, as nobody promised more; else the last day again: it may have been cut off. */
export async function shareAgentFees(services: Services): Promise<void> {
  const { db, clock } = services;
  const feeDay = rows(platformScope, shareFeeDays);
  const [last] = await db.read.select({ day: feeDay.day }).from(feeDay).orderBy(desc(feeDay.day)).limit(1);
  await shareFeesSince(services, last?.day ?? addDays(businessDay(clock.now()), -1));
}
