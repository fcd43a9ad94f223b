import { randomBytes } from 'node:crypto';
import { formersOf, holdPlayer, ofSamePerson } from '#features/base/players/server/public.ts';
import { membersAmong } from '#features/people/members/server/public.ts';
import { missing, unauthorized } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, insert } from '#kit/server/tables.ts';
import { rewardGuests, rewardLinks } from '../tables.ts';
import { openShop } from './site-clock.ts';

const tokenBytes = 16;
const pagePath = '/subIntegralStore/dailyTasks';

/** The player's link to a shop; the same one again, where there is one. It says nothing about who passed it on. */
export async function linkOf(
  tx: Tx,
  { playerId, siteId, now }: { playerId: string; siteId: string; now: Date },
): Promise<string> {
  if (!(await holdPlayer(tx, playerId))) throw unauthorized();
  const { tenantId } = await openShop(tx, siteId);
  const scope = tenantScope(tenantId);
  const [known] = await find(tx, scope, rewardLinks, { playerId, siteId });
  const token = known?.token ?? randomBytes(tokenBytes).toString('base64url');
  if (!known)
    await insert(tx, scope, rewardLinks, {
      id: newId(now.getTime()),
      createdAt: now,
      siteId,
      playerId,
      token,
    });
  return `${pagePath}?fieldId=${siteId}&by=${token}`;
}

/** Nobody is their own guest. A player whom the merchant knew before was not invited. */
export async function comeByLink(
  tx: Tx,
  { token, guestId, now }: { token: string; guestId: string; now: Date },
): Promise<{ siteId: string; counted: boolean }> {
  if (!(await holdPlayer(tx, guestId))) throw unauthorized();
  const [link] = await find(tx, platformScope, rewardLinks, { token });
  if (!link) throw missing('rewards:error.noLink');
  // a player who comes by two links at once comes by one after the other
  await holdName(tx, 'guest of reward', guestId);
  const { tenantId, siteId, playerId } = link;
  if (playerId === guestId) return { siteId, counted: false };
  const scope = tenantScope(tenantId);
  const day = siteDay(await openShop(tx, siteId), now);
  const before = await find(tx, scope, rewardGuests, { linkId: link.id, guestId, day });
  if (before.length > 0) return { siteId, counted: false };
  const [known, elsewhere] = await Promise.all([
    membersAmong(tx, scope, [guestId, ...(await formersOf(tx, guestId))]),
    find(tx, scope, rewardGuests, (guest) => ofSamePerson(guest.guestId, guestId)),
  ]);
  await insert(tx, scope, rewardGuests, {
    id: newId(now.getTime()),
    createdAt: now,
    linkId: link.id,
    siteId,
    playerId,
    guestId,
    invited: known.length === 0 && elsewhere.length === 0,
    day,
  });
  return { siteId, counted: true };
}
