import { sql } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, rows, update } from '#kit/server/tables.ts';
import type { Rate } from '../rules/earn-rules.ts';
import { pointRates, pointRules } from '../tables.ts';

export type RuleRow = RowOf<typeof pointRules>;

/** Of a merchant who has set nothing: nothing is given, and nothing expires. */
const usual: Omit<RuleRow, 'tenantId'> = {
  activeSince: null,
  perYuan: 0,
  perCoin: 0,
  pointDays: null,
  ticketDays: null,
  noticeDays: 14,
  expiryTexts: true,
  worthFen: 0,
  adjustMost: 500,
};

export async function readRule(reader: Reader, tenantId: string): Promise<RuleRow> {
  const [found] = await find(reader, tenantScope(tenantId), pointRules, {});
  return found ?? { tenantId, ...usual };
}

export async function readRates(reader: Reader, tenantId: string): Promise<Rate[]> {
  const rate = rows(tenantScope(tenantId), pointRates);
  const found = await reader.select().from(rate);
  return found.map(({ kind, subjectId, perYuan, perCoin, percent }) =>
    kind === 'site'
      ? { kind, subjectId, perYuan: perYuan ?? 0, perCoin: perCoin ?? 0 }
      : { kind, subjectId, percent: percent ?? 100 },
  );
}

/** In hand for the rest of the transaction, also where nothing was set before. */
export async function lockRule(tx: Tx, tenantId: string): Promise<RuleRow> {
  await tx.execute(sql`insert into point_rule (tenant_id) values (${tenantId}) on conflict do nothing`);
  const [row] = await find(tx, tenantScope(tenantId), pointRules, {}, 'update');
  return row as RuleRow;
}

export async function writeRule(tx: Tx, { tenantId, ...values }: RuleRow): Promise<void> {
  await update(tx, tenantScope(tenantId), pointRules, {}, values);
}

export type NewRate = Omit<RowOf<typeof pointRates>, 'tenantId' | 'createdAt'>;

/** One for each site and level: saved again it is another one. */
export async function writeRate(tx: Tx, tenantId: string, rate: NewRate): Promise<void> {
  const { id, kind, subjectId, perYuan, perCoin, percent } = rate;
  await tx.execute(sql`
    insert into point_rate (tenant_id, id, kind, subject_id, per_yuan, per_coin, percent)
    values (${tenantId}, ${id}, ${kind}, ${subjectId}, ${perYuan}, ${perCoin}, ${percent})
    on conflict (tenant_id, kind, subject_id) do update
    set per_yuan = excluded.per_yuan, per_coin = excluded.per_coin, percent = excluded.percent`);
}
