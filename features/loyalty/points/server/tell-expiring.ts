import { sql } from 'drizzle-orm';
import { findPlayer } from '#features/base/players/server/public.ts';
import { siteHours } from '#features/base/sites/server/public.ts';
import { momentParam, shortParam } from '#kit/kernel/text-message.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { PointUnit } from '../contract/kinds.ts';

const noticeMs = 7 * dayMs;
const perRound = 500;

/** Whether texts about points and tickets can go out at all. */
export const expiryTextsReady = ({ sms, config, demo }: Services): boolean =>
  sms !== undefined && (demo || config.sms?.templateCodes.expiry !== undefined);

type Due = {
  tenant_id: string;
  site_id: string;
  player_id: string;
  points: number;
  tickets: number;
  expires_at: string;
};

/** Lots that are written down as told with this very statement: of two who look at once one finds each. */
async function claimDue({ db, clock }: Services): Promise<Due[]> {
  const now = clock.now().toISOString();
  const until = new Date(clock.now().getTime() + noticeMs).toISOString();
  const found = await db.transaction((tx) =>
    tx.execute<Due>(sql`
      with due as (
        select l.tenant_id, l.id, l.player_id, l.site_id, l.unit, l.left_amount, l.expires_at
        from point_lot l
        join expiry_choice c on c.player_id = l.player_id and c.told
        join player p on p.id = l.player_id and p.phone is not null
        left join point_rule r on r.tenant_id = l.tenant_id
        where l.left_amount > 0
          and l.expires_at > ${now}::timestamptz and l.expires_at <= ${until}::timestamptz
          and coalesce(r.expiry_texts, true)
          and not exists (select from point_expiry_notice n
            where n.tenant_id = l.tenant_id and n.lot_id = l.id and n.player_id = l.player_id)
        order by l.player_id, l.expires_at
        limit ${perRound}
      ), noted as (
        insert into point_expiry_notice (tenant_id, lot_id, player_id, told_at)
        select tenant_id, id, player_id, ${now}::timestamptz from due
        on conflict do nothing returning tenant_id, lot_id, player_id
      )
      select d.tenant_id, d.site_id, d.player_id,
        coalesce(sum(d.left_amount) filter (where d.unit = 'point'), 0)::float8 as points,
        coalesce(sum(d.left_amount) filter (where d.unit = 'ticket'), 0)::float8 as tickets,
        to_char(min(d.expires_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as expires_at
      from due d join noted n on n.tenant_id = d.tenant_id and n.lot_id = d.id and n.player_id = d.player_id
      group by d.tenant_id, d.site_id, d.player_id`),
  );
  return [...found];
}

/** "20 points, 8 tickets", in the language of the texts. */
function whatOf({ texts }: Services, { points, tickets }: Due): string {
  const say = (unit: PointUnit, count: number) =>
    count > 0 ? [texts.say('zh-cn', `points:text.${unit}`, { count })] : [];
  return [...say('point', points), ...say('ticket', tickets)].join(texts.say('zh-cn', 'kit:unit.comma'));
}

/**
 * Tells players who asked for it that points or tickets expire within a week: one text for a shop, once for each lot. What is not
 * certain to have gone out is not tried again; the page of the points says it all the while.
 */
export async function tellExpiring(services: Services): Promise<number> {
  const { db, sms, log } = services;
  if (!sms || !expiryTextsReady(services)) return 0;
  let told = 0;
  for (const due of await claimDue(services)) {
    const { tenant_id: tenantId, site_id: siteId, player_id, expires_at } = due;
    const player = await findPlayer(db.read, player_id);
    if (!player?.phone) continue;
    const site = (await siteHours(db.read, tenantScope(tenantId), [siteId])).get(siteId);
    const until = momentParam(new Date(expires_at));
    const params = { shop: shortParam(site?.name ?? ''), what: shortParam(whatOf(services, due)), until };
    await sms.send({ phone: player.phone, template: 'expiry', params }).then(
      () => {
        told += 1;
      },
      (error: unknown) =>
        log.error({ err: error, playerId: player_id }, 'points that expire could not be told of'),
    );
  }
  return told;
}
