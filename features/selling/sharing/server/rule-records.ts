import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import { addDays } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { rulesContract } from '../contract/rules.ts';
import { validities } from '../rules/periods.ts';
import { shareLines, shareRules, shareVersions } from '../tables.ts';
import { findReceivers, type ReceiverRow, type RuleRow, type VersionRow } from './share-queries.ts';

type Rule = Omit<ResultOf<typeof rulesContract.readRule>, 'earliestFrom'>;
type RuleVersion = Rule['versions'][number];

interface Holding {
  row: VersionRow;
  to: string | null;
}

function stateOf({ row, to }: Holding, today: string): RuleVersion['state'] {
  if (row.withdrawnAt) return 'withdrawn';
  if (row.effectiveFrom > today) return 'planned';
  return to !== null && to <= today ? 'past' : 'current';
}

function ruleStateOf({ paused, current, next }: Pick<Rule, 'paused' | 'current' | 'next'>): Rule['state'] {
  if (paused) return 'paused';
  if (current && !current.ends) return 'on';
  return next ? 'planned' : 'off';
}

function presentVersion(
  holding: Holding,
  receivers: ReadonlyMap<string, ReceiverRow>,
  today: string,
): RuleVersion {
  const { row, to } = holding;
  return {
    ...pick(row, 'id', 'number', 'effectiveFrom'),
    effectiveTo: to === null ? null : addDays(to, -1),
    state: stateOf(holding, today),
    ...pick(row, 'ends', 'deductFee', 'includeCash', 'costs'),
    ratios: row.ratios.map(({ receiverId, basisPoints }) => ({
      receiverId,
      basisPoints,
      receiverName: receivers.get(receiverId)?.name ?? '',
      receiverKind: receivers.get(receiverId)?.kind ?? 'partner',
    })),
    sumBasisPoints: row.ratios.reduce((sum, { basisPoints }) => sum + basisPoints, 0),
    ...pick(row, 'note', 'createdAt', 'createdByName'),
  };
}

async function failures(reader: Reader, scope: Scope, siteIds: readonly string[]) {
  const line = rows(scope, shareLines);
  const found = await reader
    .select({
      siteId: line.siteId,
      lines: count(),
      fen: sql<number>`sum(${line.dueFen} - ${line.paidFen} - ${line.waitingFen})::bigint`.mapWith(Number),
    })
    .from(line)
    .where(and(inArray(line.siteId, [...siteIds]), eq(line.state, 'failed')))
    .groupBy(line.siteId);
  return new Map(found.map((row) => [row.siteId, row]));
}

export interface Site {
  id: string;
  name: string;
}

/** What holds at each site, with all its versions, newest first. */
export async function ruleRecords(
  reader: Reader,
  scope: Scope,
  sites: readonly Site[],
  today: string,
): Promise<Rule[]> {
  if (sites.length === 0) return [];
  const siteIds = sites.map(({ id }) => id);
  const rule = rows(scope, shareRules);
  const version = rows(scope, shareVersions);
  const [rules, versions, failed] = await Promise.all([
    reader.select().from(rule).where(inArray(rule.siteId, siteIds)),
    reader.select().from(version).where(inArray(version.siteId, siteIds)).orderBy(desc(version.number)),
    failures(reader, scope, siteIds),
  ]);
  const receivers = await findReceivers(
    reader,
    scope,
    versions.flatMap(({ ratios }) => ratios.map(({ receiverId }) => receiverId)),
  );
  const ruleOf = new Map<string, RuleRow>(rules.map((row) => [row.siteId, row]));
  const bySite = Map.groupBy(versions, ({ siteId }) => siteId);
  return sites.map(({ id, name }) => {
    const own = bySite.get(id) ?? [];
    const ends = new Map(
      validities(own.filter(({ withdrawnAt }) => !withdrawnAt)).map(({ version: row, to }) => [row.id, to]),
    );
    const shown = own.map((row) => presentVersion({ row, to: ends.get(row.id) ?? null }, receivers, today));
    const found = ruleOf.get(id);
    const current = shown.find(({ state }) => state === 'current') ?? null;
    const next =
      shown
        .filter(({ state }) => state === 'planned')
        .sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1))[0] ?? null;
    const paused = found?.paused ?? false;
    return {
      fieldId: id,
      fieldName: name,
      schedule: found?.schedule ?? null,
      paused,
      state: ruleStateOf({ paused, current, next }),
      people: current?.ratios.map(({ receiverName }) => receiverName) ?? [],
      sumBasisPoints: current?.sumBasisPoints ?? 0,
      effectiveFrom: (current ?? next)?.effectiveFrom ?? null,
      current,
      next,
      sharedUntil: found?.doneUntil ?? null,
      failedLines: failed.get(id)?.lines ?? 0,
      failedFen: failed.get(id)?.fen ?? 0,
      versions: shown,
    };
  });
}
