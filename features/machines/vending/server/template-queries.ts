import { and, count, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, rows } from '#kit/server/tables.ts';
import type { vendingContract } from '../contract.ts';
import { productTemplates, vendingLanes } from '../tables.ts';
import type { TemplateRow } from './lane-queries.ts';

/** Expired: the day is past; soon: within the template's own warning days. */
function expiryCondition(
  template: ColumnsOf<typeof productTemplates>,
  state: 'expired' | 'soon',
  today: string,
): SQL | undefined {
  if (state === 'expired') return lt(template.expiryDate, today);
  return and(
    gte(template.expiryDate, today),
    sql`${template.expiryDate} - ${template.warnDays} <= ${today}::date`,
  );
}

export function pageTemplates(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof vendingContract.listTemplates>,
  today: string,
) {
  const template = rows(scope, productTemplates);
  return pageRows(reader, input, {
    from: () => reader.select().from(template),
    where: isNull(template.removedAt),
    filters: {
      name: search(template.name, template.englishName, template.brand, template.partnerNumber),
      type: equals(template.type),
      expiry: (state) => expiryCondition(template, state, today),
    },
    ...newestFirst(template),
    sort: {
      ...pick(template, 'name', 'priceFen', 'expiryDate', 'createdAt'),
    },
  });
}

export async function findTemplate(reader: Reader, scope: Scope, id: string): Promise<TemplateRow> {
  const [found] = await find(reader, scope, productTemplates, { id, removedAt: null });
  if (!found) throw missing();
  return found;
}

export type Holding = ReadonlyMap<string, { lanes: number; pieces: number }>;

/** How many lanes hold each template, and how many pieces. */
export async function lanesHolding(
  reader: Reader,
  scope: Scope,
  list: readonly { id: string }[],
): Promise<Holding> {
  if (list.length === 0) return new Map();
  const lane = rows(scope, vendingLanes);
  const ids = list.map(({ id }) => id);
  const found = await reader
    .select({
      templateId: lane.templateId,
      lanes: count(),
      pieces: sql`coalesce(sum(${lane.stock}), 0)`.mapWith(Number),
    })
    .from(lane)
    .where(inArray(lane.templateId, ids))
    .groupBy(lane.templateId);
  return new Map(found.map(({ templateId, lanes, pieces }) => [templateId as string, { lanes, pieces }]));
}
