import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, insert, type RowOf, remove, rows, update } from '#kit/server/tables.ts';
import type { AlertKind } from '../contract/kinds.ts';
import type { Rule } from '../rules/rule-book-rules.ts';
import { alertRules } from '../tables.ts';

type Rules = ColumnsOf<typeof alertRules>;
export type RuleRow = RowOf<typeof alertRules>;

export async function selectRules(reader: Reader, scope: Scope): Promise<RuleRow[]> {
  const rule = rows(scope, alertRules);
  return reader.select().from(rule);
}

export interface RulePlace {
  tenantId: string;
  /** null: for all sites */
  siteId: string | null;
  kind: AlertKind;
}

const standsAt = (rule: Rules, { siteId, kind }: RulePlace): SQL | undefined =>
  and(eq(rule.kind, kind), siteId === null ? isNull(rule.siteId) : eq(rule.siteId, siteId));

export async function lockRule(tx: Tx, place: RulePlace): Promise<RuleRow | undefined> {
  const scope = tenantScope(place.tenantId);
  const [found] = await find(tx, scope, alertRules, (rule) => standsAt(rule, place), 'update');
  return found;
}

export async function storeRule(tx: Tx, place: RulePlace, known: boolean, rule: Rule): Promise<void> {
  const scope = tenantScope(place.tenantId);
  const values = { ...rule, roleIds: [...rule.roleIds], mutedFaults: [...rule.mutedFaults] };
  if (known) await update(tx, scope, alertRules, (columns) => standsAt(columns, place), values);
  else
    await insert(tx, scope, alertRules, { id: newId(), siteId: place.siteId, kind: place.kind, ...values });
}

export async function dropRule(tx: Tx, place: RulePlace): Promise<RuleRow | undefined> {
  const [dropped] = await remove(tx, tenantScope(place.tenantId), alertRules, (columns) =>
    standsAt(columns, place),
  );
  return dropped;
}
