import { findPlayer } from '#features/base/players/server/public.ts';
import { siteHours } from '#features/base/sites/server/public.ts';
import { momentParam, shortParam } from '#kit/kernel/text-message.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';

export const textsReady = ({ sms, config, demo }: Services): boolean =>
  sms !== undefined && (demo || config.sms?.templateCodes.pickup !== undefined);

export interface WaitingGoods {
  tenantId: string;
  siteId: string;
  playerId: string;
  goods: string;
  waitsUntil: Date;
}

/**
 * Tells a player by a text until when goods wait, once `claim` has written down that it is told: what is not certain to
 * have gone out is not tried again, because a platform sends what it is told twice.
 */
export async function tellToFetch(
  services: Services,
  { tenantId, siteId, playerId, goods, waitsUntil }: WaitingGoods,
  claim: () => Promise<boolean>,
): Promise<boolean> {
  const { db, sms, log } = services;
  const player = await findPlayer(db.read, playerId);
  if (!(await claim()) || !player?.phone || !sms) return false;
  const site = (await siteHours(db.read, tenantScope(tenantId), [siteId])).get(siteId);
  const params = {
    shop: shortParam(site?.name ?? ''),
    goods: shortParam(goods),
    until: momentParam(waitsUntil),
  };
  return sms.send({ phone: player.phone, template: 'pickup', params }).then(
    () => true,
    (error: unknown) => {
      log.error({ err: error, playerId }, 'a reminder could not be sent');
      return false;
    },
  );
}
