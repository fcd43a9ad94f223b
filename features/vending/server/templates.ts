import { and, count, eq, gte, ilike, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import { type Reader, sqlStateOf } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { likePattern, orderBy, selectPage } from '#kit/server/paging.ts';
import type { Scope } from '#kit/server/scope.ts';
import { insert, rows, type TenantTable, update } from '#kit/server/tables.ts';
import type { TemplateRecord } from '../contract/templates.ts';
import type { vendingContract } from '../contract.ts';
import { expiryState } from '../lane-need.ts';
import { productTemplates, vendingLanes } from '../tables.ts';
import type { TemplateRow } from './lane-queries.ts';

type Templates = typeof productTemplates extends TenantTable<infer T> ? T : never;
type ListInput = ParsedInputOf<typeof vendingContract.listTemplates>;

const uniqueViolation = '23505';

/** Expired: the day is past; soon: within the template's own warning days. */
function expiryCondition(template: Templates, state: 'expired' | 'soon', today: string): SQL | undefined {
  if (state === 'expired') return lt(template.expiryDate, today);
  return and(
    gte(template.expiryDate, today),
    sql`${template.expiryDate} - ${template.warnDays} <= ${today}::date`,
  );
}

function matching(template: Templates, input: ListInput, today: string): SQL | undefined {
  const pattern = input.name ? likePattern(input.name) : undefined;
  return and(
    isNull(template.removedAt),
    pattern
      ? or(
          ilike(template.name, pattern),
          ilike(template.englishName, pattern),
          ilike(template.brand, pattern),
          ilike(template.partnerNumber, pattern),
        )
      : undefined,
    input.type ? eq(template.type, input.type) : undefined,
    input.expiry ? expiryCondition(template, input.expiry, today) : undefined,
  );
}

/** How many lanes hold each template, and how many pieces. */
async function lanesHolding(reader: Reader, scope: Scope, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { lanes: number; pieces: number }>();
  const lane = rows(scope, vendingLanes);
  const found = await reader
    .select({
      templateId: lane.templateId,
      lanes: count(),
      pieces: sql`coalesce(sum(${lane.stock}), 0)`.mapWith(Number),
    })
    .from(lane)
    .where(inArray(lane.templateId, [...ids]))
    .groupBy(lane.templateId);
  return new Map(found.map(({ templateId, lanes, pieces }) => [templateId as string, { lanes, pieces }]));
}

async function toRecords(
  reader: Reader,
  scope: Scope,
  list: readonly TemplateRow[],
  today: string,
): Promise<TemplateRecord[]> {
  const holding = await lanesHolding(
    reader,
    scope,
    list.map(({ id }) => id),
  );
  return list.map((template) => ({
    ...template,
    expiry: expiryState(template, today),
    laneNumber: holding.get(template.id)?.lanes ?? 0,
    stock: holding.get(template.id)?.pieces ?? 0,
    createdAt: template.createdAt.toISOString(),
  }));
}

export const listTemplates: Handler<typeof vendingContract.listTemplates> = (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const today = businessDay(context.clock.now());
  const template = rows(scope, productTemplates);
  const where = matching(template, input, today);
  const order = orderBy(
    input,
    {
      name: template.name,
      priceFen: template.priceFen,
      expiryDate: template.expiryDate,
      createdAt: template.createdAt,
    },
    { sort: 'createdAt', order: 'desc' },
    template.id,
  );
  return selectPage(
    input,
    async ({ limit, offset }) => {
      const found = await reader
        .select()
        .from(template)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      return toRecords(reader, scope, found, today);
    },
    async () => (await reader.select({ total: count() }).from(template).where(where))[0]?.total ?? 0,
  );
};

async function findTemplate(reader: Reader, scope: Scope, id: string): Promise<TemplateRow> {
  const template = rows(scope, productTemplates);
  const [found] = await reader
    .select()
    .from(template)
    .where(and(eq(template.id, id), isNull(template.removedAt)));
  if (!found) throw missing();
  return found;
}

export const readTemplate: Handler<typeof vendingContract.readTemplate> = async (context, { id }) => {
  const { scope } = context.session;
  const found = await findTemplate(context.db.read, scope, id);
  const [record] = await toRecords(context.db.read, scope, [found], businessDay(context.clock.now()));
  return record!;
};

export const saveTemplate: Handler<typeof vendingContract.saveTemplate> = async (context, input) => {
  const { scope, tenantId } = context.session;
  if (input.productionDate && input.expiryDate && input.productionDate > input.expiryDate)
    throw invalidField('expiryDate', 'vending:error.expiryBeforeProduction');
  const { id, ...given } = input;
  const values = {
    image: null,
    englishName: null,
    packingTip: null,
    partnerNumber: null,
    brand: null,
    productionDate: null,
    expiryDate: null,
    usage: null,
    instructions: null,
    ...given,
  };
  try {
    return await context.db.transaction(async (tx) => {
      const before = id ? await findTemplate(tx, scope, id) : null;
      const [after] = id
        ? await update(tx, scope, productTemplates, (own) => eq(own.id, id), values)
        : await insert(tx, scope, productTemplates, { id: newId(), ...values });
      await audit(tx, context, {
        action: before ? 'vending.updateTemplate' : 'vending.createTemplate',
        entity: 'product',
        entityId: after!.id,
        label: after!.name,
        before,
        after,
      });
      await emit(tx, tenantTopic(tenantId), 'vending.template', { id: after!.id });
      return { id: after!.id };
    });
  } catch (error) {
    if (sqlStateOf(error) === uniqueViolation) throw invalidField('name', 'vending:error.sameName');
    throw error;
  }
};

export const removeTemplates: Handler<typeof vendingContract.removeTemplates> = async (context, { ids }) => {
  const { scope, tenantId } = context.session;
  await context.db.transaction(async (tx) => {
    const template = rows(scope, productTemplates);
    const wanted = [...new Set(ids)];
    const found = await tx
      .select()
      .from(template)
      .where(and(inArray(template.id, wanted), isNull(template.removedAt)));
    if (found.length < wanted.length) throw missing();
    // Row locks on the templates: nobody may put one into a lane while it goes.
    await tx.execute(sql`
      select id from product_template where tenant_id = ${tenantId} and id in ${wanted} order by id for update`);
    const lane = rows(scope, vendingLanes);
    const [held] = await tx
      .select({ name: template.name, lanes: count() })
      .from(lane)
      .innerJoin(template, eq(template.id, lane.templateId))
      .where(and(isNotNull(lane.templateId), inArray(lane.templateId, wanted)))
      .groupBy(template.name)
      .limit(1);
    if (held) throw conflict('vending:error.productInUse', { name: held.name, count: held.lanes });
    await update(tx, scope, productTemplates, (own) => inArray(own.id, wanted), {
      removedAt: context.clock.now(),
    });
    for (const { id, name } of found)
      await audit(tx, context, {
        action: 'vending.removeTemplate',
        entity: 'product',
        entityId: id,
        label: name,
      });
    await emit(tx, tenantTopic(tenantId), 'vending.template', { ids: wanted });
  });
  return {};
};
