import { sql } from 'drizzle-orm';
import { findPlayer } from '#features/players/server/public.ts';
import { siteHours } from '#features/sites/server/public.ts';
import { momentParam, shortParam } from '#kit/kernel/text-message.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';

const noticeMs = 7 * dayMs;
const perRound = 500;

/** Whether texts about points can go out at all. */
export const expiryTextsReady = ({ sms, config, demo }: Services): boolean =>
  sms !== undefined && (demo || config.sms?.templateCodes.expiry !== undefined);

type Due = {
  tenant_id: string;
  site_id: string;
  player_id: string;
  amount: number;
  expires_at: string;
};

/** Lots that are written down as told with this very statement: of two who look at once one finds each. */
async function claimDue({ db, clock }: Services): Promise<Due[]> {
  const now = clock.now().toISOString();
  const until = new Date(clock.now().getTime() + noticeMs).toISOString();
  const found = await db.transaction((tx) =>
    tx.execute<Due>(sql`
      with due as (
        select l.tenant_id, l.id, l.player_id, l.site_id, l.left_amount, l.expires_at
        from point_lot l
        join expiry_choice c on c.player_id = l.player_id and c.told
        join player p on p.id = l.player_id and p.phone is not null
        left join point_rule r on r.tenant_id = l.tenant_id
        where l.unit = 'point' and l.left_amount > 0
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
      select d.tenant_id, d.site_id, d.player_id, sum(d.left_amount)::float8 as amount,
        to_char(min(d.expires_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as expires_at
      from due d join noted n on n.tenant_id = d.tenant_id and n.lot_id = d.id and n.player_id = d.player_id
      group by d.tenant_id, d.site_id, d.player_id`),
  );
  return [...found];
}

/**
 * Tells players who asked for it that points expire within a week: one text for a shop, once for each lot. What is not
 * certain to have gone out is not tried again; the page of the points says it all the while.
 */
export async function tellExpiring(services: Services): Promise<number> {
  const { db, sms, log } = services;
  if (!sms || !expiryTextsReady(services)) return 0;
  let told = 0;
  for (const { tenant_id: tenantId, site_id: siteId, player_id, amount, expires_at } of await claimDue(
    services,
  )) {
    const player = await findPlayer(db.read, player_id);
    if (!player?.phone) continue;
    const site = (await siteHours(db.read, tenantScope(tenantId), [siteId])).get(siteId);
    const until = momentParam(new Date(expires_at));
    const params = { shop: shortParam(site?.name ?? ''), points: String(amount), until };
    await sms.send({ phone: player.phone, template: 'expiry', params }).then(
      () => {
        told += 1;
      },
      (error: unknown) => log.error({ err: error, playerId: player_id }, 'points could not be told of'),
    );
  }
  return told;
}
