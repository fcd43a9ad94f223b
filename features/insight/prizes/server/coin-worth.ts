import { type SQL, sql } from 'drizzle-orm';
import { allWays, type Measure } from '#features/selling/figures/contract/measures.ts';
import { type FigureQuery, figureKey, figureView } from '#features/selling/figures/server/public.ts';
import { addDays } from '#kit/kernel/time.ts';
import type { Scope } from '#kit/server/scope.ts';
import { priceDays } from '../contract.ts';

type Asked = Omit<FigureQuery, 'by' | 'measures'>;

const ofMoney: readonly Measure[] = [...allWays('gross'), ...allWays('refund'), 'cash'];
const ofCoins: readonly Measure[] = ['cashCoins', 'paidCoins', 'coinFace', 'coinSales', 'coinBack'];

const isExchange = sql.raw(`figure.device_type = 'exchange'`);
const isGross = sql.raw(`(figure.measure like 'gross.%' or figure.measure = 'cash')`);
/** Who brings coins back, or changes them, does not spend them. */
const isSpent = sql.raw(`figure.device_type not in ('exchange', 'deposit')`);
const sum = (when: SQL, amount: SQL = sql`figure.amount`) =>
  sql`coalesce(sum(case when ${when} then ${amount} end), 0)`;
const measured = (...names: Measure[]) =>
  sql`figure.measure in (${sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )})`;

/** What coins cost at each site (`site_id`, `coins`, `fen`): the rule of `prize-takings.ts`, as a statement. */
function prices(scope: Scope, { from, to, siteIds }: Asked): SQL {
  const earliest = addDays(to, 1 - priceDays);
  const asked = { from: from < earliest ? from : earliest, to, siteIds };
  const measures: Measure[] = [...allWays('gross'), 'cash', 'coinsOut', 'coinSales', 'coinsSold'];
  return sql`
    select figure.site_id,
      ${sum(sql`${measured('coinsSold')} or (${isExchange} and ${measured('coinsOut')})`)} as coins,
      ${sum(sql`case when ${isExchange} then ${isGross} else ${measured('coinSales')} end`)} as fen
    from ${figureView(scope, { ...asked, measures, by: ['site', 'type'] })} group by 1`;
}

/**
 * Coins in money, by site or machine, as lines of a report (key, name, amount): `coinsFen`, what the coins spent there are worth
 * (`rules/payout-rules.ts`); `coinsUnknown`, how many of them nobody can value; `coinSalesFen`, money taken there for coins that
 * are spent elsewhere, where such coins have a price. A machine is valued at each of its sites and rounded once, so that
 * machines add up to their site.
 */
export function coinWorth(scope: Scope, asked: Asked, by: 'site' | 'device'): SQL {
  const known = sql.raw('(p.coins > 0 and p.fen > 0)');
  return sql`
    select v.key, line.name, line.amount::bigint
    from (
      select s.key, s.hand + s.paid as coins,
        case
          when s.hand = 0 and s.paid = 0 then 0
          when ${known} then round((s.hand + s.paid) * p.fen / p.coins)
          when s.paid = 0 and s.face > 0 then s.face
        end as fen,
        case when ${known} then s.sold else 0 end as sold
      from (
        select ${figureKey(by)} as key, figure.site_id, figure.device_id,
          ${sum(sql`${isSpent} and ${measured('cashCoins')}`)} as hand,
          ${sum(sql`${isSpent} and ${measured('paidCoins')}`)} as paid,
          ${sum(sql`${isSpent} and ${measured('coinFace')}`)} as face,
          ${sum(
            sql`case when ${isExchange} then not ${measured(...ofCoins)} else ${measured('coinSales', 'coinBack')} end`,
            sql`case when figure.measure = 'coinBack' or figure.measure like 'refund.%' then -figure.amount else figure.amount end`,
          )} as sold
        from ${figureView(scope, { ...asked, measures: [...ofMoney, ...ofCoins], by: ['site', 'device'] })}
        group by 1, 2, 3
      ) s left join (${prices(scope, asked)}) p on p.site_id = s.site_id
    ) v
    cross join lateral (values
      ('coinsFen', coalesce(v.fen, 0)),
      ('coinsUnknown', case when v.fen is null then v.coins else 0 end),
      ('coinSalesFen', v.sold)
    ) line (name, amount)`;
}
