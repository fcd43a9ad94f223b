import { and, eq, gt, gte } from 'drizzle-orm';
import { savedByCard } from '#features/selling/packages/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import { cardGrants, cardUses } from '../tables.ts';
import { endGrant, refundStateOf } from './refund-card.ts';

/**
 * Takes back what a code of another platform gave; false, and nothing is taken, where something of the card was used
 * since, it is over, or a newer purchase made it longer. Who uses it meanwhile waits.
 */
export async function takeBackUnused(
  tx: Tx,
  { tenantId, id, now }: { tenantId: string; id: string; now: Date },
): Promise<boolean> {
  const scope = tenantScope(tenantId);
  const [grant] = await find(tx, scope, cardGrants, { id }, 'update');
  const { cardId, givenAt } = grant ?? {};
  if (!grant || !cardId || !givenAt) return false;
  const state = await refundStateOf(tx, grant, now, 'update');
  if (state.refusal) return false;
  const [uses, savings] = await Promise.all([
    find(tx, scope, cardUses, (use) =>
      and(eq(use.cardId, cardId), gte(use.usedAt, givenAt), gt(use.amount, use.givenBack)),
    ),
    savedByCard(tx, { tenantId, playerId: grant.playerId, cardId }),
  ]);
  if (uses.length > 0 || savings.some(({ at, savedFen }) => at >= givenAt && savedFen > 0)) return false;
  await endGrant(tx, grant, state, now);
  return true;
}
