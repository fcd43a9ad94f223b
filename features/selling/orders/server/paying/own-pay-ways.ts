import { findPlayer } from '#features/base/players/server/public.ts';
import { openChannels } from '#features/money/onboarding/server/public.ts';
import { spendableAt } from '#features/money/wallet/server/public.ts';
import { unauthorized } from '#kit/kernel/errors.ts';
import type { Context } from '#kit/server/context.ts';
import type { PlayerSession } from '#kit/server/session.ts';

/** What the player may spend at a site, and can pay there with when no machine is part of it; the first is the usual one. */
export async function payWaysAt(
  { db, services }: Pick<Context, 'db' | 'services'>,
  { playerId, identityId }: PlayerSession,
  { tenantId, siteId }: { tenantId: string; siteId: string },
) {
  const player = await findPlayer(db.read, identityId);
  if (!player) throw unauthorized();
  const [purse, channels] = await Promise.all([
    spendableAt(db.read, { tenantId, playerId, siteId }),
    openChannels(db.read, services, tenantId, player.platform),
  ]);
  return { purse, payWays: [...channels, ...(purse.balanceFen > 0 ? (['balance'] as const) : [])] };
}
