import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { holdSites, siteNames } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { wholeBasisPoints } from '#kit/kernel/money.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { announce } from '#kit/server/gathered-writes.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import type { Scope } from '#kit/server/scope.ts';
import { find, insert, rows, update } from '#kit/server/tables.ts';
import type { rulesContract } from '../contract/rules.ts';
import { sharingChanged } from '../contract/shared.ts';
import { shareRules, shareVersions } from '../tables.ts';
import { merchantScope, wholeMerchant } from './reach.ts';
import { pageRuleSites } from './rule-queries.ts';
import { ruleRecords } from './rule-records.ts';
import { findReceivers, findRule, type RuleRow, type VersionRow } from './share-queries.ts';
import { rentsChannel } from './write-rents.ts';

/** The first rule of a site may reach back: shares of the last weeks are then given at once. */
const furthestBackDays = 31;
const furthestAheadDays = 366;

export const listRules: Handler<typeof rulesContract.listRules> = async (context, input) => {
  const scope = merchantScope(context);
  const page = await pageRuleSites(context.db.read, scope, input);
  const today = businessDay(context.clock.now());
  return { ...page, records: await ruleRecords(context.db.read, scope, page.records, today) };
};

async function earliestDay(reader: Reader, scope: Scope, siteId: string, today: string): Promise<string> {
  const version = rows(scope, shareVersions);
  const [begun] = await reader
    .select({ id: version.id })
    .from(version)
    .where(
      and(
        eq(version.siteId, siteId),
        isNull(version.withdrawnAt),
        sql`${version.effectiveFrom} <= ${today}::date`,
      ),
    )
    .limit(1);
  // What was shared by an earlier version stays shared by it.
  return begun ? addDays(today, 1) : addDays(today, -furthestBackDays);
}

export const readRule: Handler<typeof rulesContract.readRule> = async (context, { fieldId }) => {
  const scope = merchantScope(context);
  const reader = context.db.read;
  const name = (await siteNames(reader, scope, [fieldId])).get(fieldId);
  if (name === undefined) throw missing();
  const today = businessDay(context.clock.now());
  const [record] = await ruleRecords(reader, scope, [{ id: fieldId, name }], today);
  return { ...record!, earliestFrom: await earliestDay(reader, scope, fieldId, today) };
};

type Terms = Pick<
  ParsedInputOf<typeof rulesContract.saveVersion>,
  'deductFee' | 'includeCash' | 'costs' | 'ratios'
>;

export async function checkTerms(reader: Reader, scope: Scope, terms: Terms): Promise<void> {
  const ids = terms.ratios.map(({ receiverId }) => receiverId);
  if (ids.length === 0) throw invalidField('ratios', 'sharing:error.nobody');
  if (new Set(ids).size < ids.length) throw invalidField('ratios', 'kit:validation.duplicate');
  const sum = terms.ratios.reduce((total, { basisPoints }) => total + basisPoints, 0);
  if (sum > wholeBasisPoints) throw invalidField('ratios', 'sharing:error.over100');
  const names = terms.costs.map(({ kind, name }) => `${kind} ${name}`);
  if (new Set(names).size < names.length) throw invalidField('costs', 'kit:validation.duplicate');
  const known = await findReceivers(reader, scope, ids);
  if (ids.some((id) => !known.get(id) || known.get(id)?.removedAt))
    throw invalidField('ratios', 'sharing:error.unknownReceiver');
}

/** Made with the first version. A change of the rule of a site locks this row. */
async function holdRule(tx: Tx, scope: Scope & { kind: 'tenant' }, siteId: string): Promise<RuleRow> {
  await tx.execute(sql`
    insert into share_rule (tenant_id, site_id, schedule) values (${scope.tenantId}, ${siteId}, 'daily')
    on conflict (tenant_id, site_id) do nothing`);
  const [held] = await find(tx, scope, shareRules, { siteId }, 'update');
  if (!held) throw missing();
  return held;
}

const loggedVersion = ({ effectiveFrom, ends, deductFee, includeCash, costs, ratios, note }: VersionRow) => ({
  effectiveFrom,
  ends,
  deductFee,
  includeCash,
  costs,
  ratios,
  note,
});

async function writeVersion(
  tx: Tx,
  context: StaffContext,
  site: { id: string; name: string },
  values: Terms & { effectiveFrom: string; ends: boolean; note: string },
): Promise<string> {
  const scope = merchantScope(context);
  const now = context.clock.now();
  const version = rows(scope, shareVersions);
  const [last] = await tx
    .select({ number: version.number })
    .from(version)
    .where(eq(version.siteId, site.id))
    .orderBy(desc(version.number))
    .limit(1);
  // One planned for the same day is replaced; it stays in the history as withdrawn.
  await update(
    tx,
    scope,
    shareVersions,
    (columns) =>
      and(
        eq(columns.siteId, site.id),
        eq(columns.effectiveFrom, values.effectiveFrom),
        isNull(columns.withdrawnAt),
      ),
    { withdrawnAt: now },
  );
  const [row] = await insert(tx, scope, shareVersions, {
    id: newId(),
    createdAt: now,
    siteId: site.id,
    number: (last?.number ?? 0) + 1,
    createdBy: context.session.userId,
    createdByName: context.session.name,
    ...values,
  });
  await audit(tx, context, {
    ...(values.ends ? { action: 'sharing.endRule' } : { action: 'sharing.saveVersion' }),
    entity: 'shareRule',
    entityId: site.id,
    siteId: site.id,
    label: site.name,
    after: loggedVersion(row!),
  });
  announce(tx, rentsChannel);
  await emit(tx, tenantTopic(scope.tenantId), sharingChanged);
  return row!.id;
}

/** The site, held; and that the day is one from which a version may begin. */
async function prepare(tx: Tx, context: StaffContext, siteId: string, effectiveFrom: string) {
  const scope = merchantScope(context);
  await holdSites(tx, scope, [siteId]);
  await holdRule(tx, scope, siteId);
  const today = businessDay(context.clock.now());
  const earliest = await earliestDay(tx, scope, siteId, today);
  if (effectiveFrom < earliest)
    throw invalidField('effectiveFrom', 'sharing:error.tooEarly', { day: earliest });
  if (effectiveFrom > addDays(today, furthestAheadDays))
    throw invalidField('effectiveFrom', 'sharing:error.tooFar');
  const name = (await siteNames(tx, scope, [siteId])).get(siteId) ?? '';
  return { scope, site: { id: siteId, name }, today };
}

export const saveVersion: Handler<typeof rulesContract.saveVersion> = (context, input) =>
  context.db.transaction(async (tx) => {
    const { site } = await prepare(tx, context, input.fieldId, input.effectiveFrom);
    await checkTerms(tx, wholeMerchant(context), input);
    const { fieldId: _, note, ...terms } = input;
    return { id: await writeVersion(tx, context, site, { ...terms, ends: false, note: note ?? '' }) };
  });

export const endRule: Handler<typeof rulesContract.endRule> = (context, input) =>
  context.db.transaction(async (tx) => {
    const { scope, site, today } = await prepare(tx, context, input.fieldId, input.effectiveFrom);
    const [record] = await ruleRecords(tx, scope, [site], today);
    const holds = record!.versions.some(
      ({ ends, state }) => !ends && (state === 'current' || state === 'planned'),
    );
    if (!holds) throw invalid('sharing:error.nothingToEnd');
    await writeVersion(tx, context, site, {
      effectiveFrom: input.effectiveFrom,
      ends: true,
      deductFee: true,
      includeCash: false,
      costs: [],
      ratios: [],
      note: input.note ?? '',
    });
    return {};
  });

export const withdrawVersion: Handler<typeof rulesContract.withdrawVersion> = (context, { id }) =>
  context.db.transaction(async (tx) => {
    const scope = merchantScope(context);
    const now = context.clock.now();
    const [row] = await update(
      tx,
      scope,
      shareVersions,
      (columns) =>
        and(
          eq(columns.id, id),
          isNull(columns.withdrawnAt),
          sql`${columns.effectiveFrom} > ${businessDay(now)}::date`,
        ),
      { withdrawnAt: now },
    );
    if (!row) throw missing('sharing:error.notPlanned');
    announce(tx, rentsChannel);
    const name = (await siteNames(tx, scope, [row.siteId])).get(row.siteId) ?? '';
    await audit(tx, context, {
      action: 'sharing.withdrawVersion',
      entity: 'shareRule',
      entityId: row.siteId,
      siteId: row.siteId,
      label: name,
      before: loggedVersion(row),
    });
    await emit(tx, tenantTopic(scope.tenantId), sharingChanged);
    return {};
  });

export const setSchedule: Handler<typeof rulesContract.setSchedule> = (context, input) =>
  context.db.transaction(async (tx) => {
    const scope = merchantScope(context);
    const before = await findRule(tx, scope, input.fieldId);
    if (!before) throw missing('sharing:error.noRule');
    const { schedule, paused } = input;
    await update(tx, scope, shareRules, (columns) => eq(columns.siteId, input.fieldId), { schedule, paused });
    const name = (await siteNames(tx, scope, [input.fieldId])).get(input.fieldId) ?? '';
    await audit(tx, context, {
      action: 'sharing.setSchedule',
      entity: 'shareRule',
      entityId: input.fieldId,
      siteId: input.fieldId,
      label: name,
      before: { schedule: before.schedule, paused: before.paused },
      after: { schedule, paused },
    });
    await emit(tx, tenantTopic(scope.tenantId), sharingChanged);
    return {};
  });
