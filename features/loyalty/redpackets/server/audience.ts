import { eq } from 'drizzle-orm';
import { formersOf } from '#features/base/players/server/public.ts';
import { levelIdsOf, levelView } from '#features/people/members/server/public.ts';
import { buyerDays } from '#features/selling/orders/server/public.ts';
import { formatFen } from '#kit/kernel/money.ts';
import type { Say } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { isFor } from '../rules/audience-rules.ts';
import type { CampaignRow } from './campaign-queries.ts';

/** Whether a campaign is for this player. Who deleted an account and came back is judged by what that one did too. */
export async function isForPlayer(
  reader: Reader,
  campaign: CampaignRow,
  playerId: string,
  now: Date,
): Promise<boolean> {
  const { audience, tenantId } = campaign;
  if (audience === 'everybody') return true;
  const levels = audience === 'level' ? await levelIdsOf(reader, tenantId, [playerId]) : undefined;
  const days = levels
    ? []
    : await buyerDays(reader, tenantId, [playerId, ...(await formersOf(reader, playerId))]);
  return isFor(campaign, { days, levelId: levels?.get(playerId) }, now);
}

export async function audienceText(reader: Reader, campaign: CampaignRow, say: Say): Promise<string> {
  const { audience, tenantId, levelId, topUpFen, awayDays } = campaign;
  const level = levelView(tenantScope(tenantId));
  const [named] = levelId
    ? await reader.select({ name: level.name }).from(level).where(eq(level.id, levelId))
    : [];
  return say(`redpackets:for.${audience}`, {
    level: named?.name ?? '',
    amount: formatFen(topUpFen ?? 0),
    days: awayDays ?? 0,
  });
}
