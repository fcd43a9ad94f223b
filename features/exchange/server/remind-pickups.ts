import { findPlayer } from '#features/players/server/public.ts';
import { siteHours } from '#features/sites/server/public.ts';
import { dayMs, inChina } from '#kit/kernel/time.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { isReminderDue } from '../rules/exchange-rules.ts';
import { type ExchangeRow, lockExchange, writeExchange } from './exchange-queries.ts';
import { findUnreminded } from './waiting-queries.ts';

const perRound = 200;
/** A variable of a text may have no more signs. */
const longest = 20;

const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** MM-DD hh:mm where the shops are. */
const moment = (at: Date): string => inChina(at).toISOString().slice(5, 16).replace('T', ' ');

const textsReady = ({ sms, config, demo }: Services): boolean =>
  sms !== undefined && (demo || config.sms?.templateCodes.pickup !== undefined);

/** Whoever writes it down is the one who tells; what was fetched or given up meanwhile is told to nobody. */
const claim = ({ db, clock }: Services, { tenantId, id }: ExchangeRow): Promise<boolean> =>
  db.transaction(async (tx) => {
    const order = await lockExchange(tx, tenantScope(tenantId), id);
    const now = clock.now();
    if (order?.state !== 'ready' || order.remindedAt || !order.waitsUntil || order.waitsUntil <= now)
      return false;
    await writeExchange(tx, order, { remindedAt: now });
    return true;
  });

/**
 * Tells players by a text that their goods go back soon. Once for each: what is not certain to have gone out is not tried
 * again, because a platform sends what it is told twice. The page of the store says it all the while.
 */
export async function remindPickups(services: Services): Promise<number> {
  const { db, clock, sms, log } = services;
  if (!sms || !textsReady(services)) return 0;
  const now = clock.now();
  const until = new Date(now.getTime() + dayMs);
  let told = 0;
  for (const order of await findUnreminded(db.read, { now, until, limit: perRound })) {
    const { tenantId, siteId, waitsUntil, createdAt } = order;
    if (!waitsUntil || !isReminderDue({ createdAt, waitsUntil }, now)) continue;
    const player = await findPlayer(db.read, order.playerId);
    if (!(await claim(services, order)) || !player?.phone) continue;
    const site = (await siteHours(db.read, tenantScope(tenantId), [siteId])).get(siteId);
    const params = { shop: short(site?.name ?? ''), goods: short(order.goods), until: moment(waitsUntil) };
    await sms.send({ phone: player.phone, template: 'pickup', params }).then(
      () => {
        told += 1;
      },
      (error: unknown) => log.error({ err: error, exchange: order.id }, 'a reminder could not be sent'),
    );
  }
  return told;
}
