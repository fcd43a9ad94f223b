import { type SQL, sql } from 'drizzle-orm';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { Measure } from '../contract/measures.ts';
import type { FigureKey, FigureQuery } from './figure-query.ts';
import { sourcesOf } from './figure-sources.ts';
import { clockHourOf, emptyId, emptyText, joinSite } from './levels.ts';

/** Has what was asked for in `by`. */
export interface Figure {
  tenantId?: string;
  /** null: of no site */
  siteId?: string | null;
  /** null: of no machine, sold at the counter */
  deviceId?: string | null;
  type?: DeviceType | null;
  walletId?: string | null;
  /** yyyy-mm-dd */
  day?: string;
  /** yyyy-mm */
  month?: string;
  /** when the hour began */
  hourAt?: Date;
  /** which hour of the day it was by the clocks of the site */
  clockHour?: number;
  measure?: Measure;
  amount: number;
}

interface Column {
  name: keyof Figure;
  /** of a line, by the alias of its table */
  raw: (alias: string) => string;
  said: (column: string) => string;
}

const column = (name: keyof Figure, raw: string, said = (it: string) => it): Column => ({
  name,
  raw: (alias) => `${alias}.${raw}`,
  said,
});

/** What is told apart by `raw` of a line, and how an answer says it: once for a sum, not once for a line. */
const columns: Record<FigureKey, Column> = {
  tenant: column('tenantId', 'tenant_id'),
  site: column('siteId', 'site_id', emptyId),
  device: column('deviceId', 'device_id', emptyId),
  type: column('type', 'device_type', emptyText),
  wallet: column('walletId', 'wallet_id', emptyText),
  day: column('day', 'day', (it) => `to_char(${it}, 'YYYY-MM-DD')`),
  month: column('month', 'day', (it) => `to_char(${it}, 'YYYY-MM')`),
  hour: column('hourAt', 'hour_at'),
  clock: { ...column('clockHour', ''), raw: (alias) => clockHourOf(`${alias}.hour_at`) },
  measure: column('measure', 'measure'),
};

/**
 * The same, not added up yet, for who pages through sums by the database: a table expression `figure` with tenant_id, site_id,
 * device_id, device_type, day, measure and amount. It comes from the coarsest level that tells `by` apart: without `day` or
 * `month` there, the days of whole months are not to be looked at.
 */
export const figureView = (scope: Scope, { by = ['device', 'day'], ...query }: FigureView): SQL =>
  sql`(${sql.join(sourcesOf(scope, { ...query, by }), sql` union all `)}) as figure`;
type FigureView = Omit<FigureQuery, 'by'> & { by?: readonly FigureKey[] };

/** A key of such a line as a text; '' is none. */
export const figureKey = (key: Exclude<FigureKey, 'clock'>): SQL<string> =>
  sql.raw(`coalesce((${columns[key].said(columns[key].raw('figure'))})::text, '')`) as SQL<string>;

/** Sums of what the scope reaches, exact up to this moment. A sum that is nothing may be absent. */
export async function readFigures(reader: Reader, scope: Scope, query: FigureQuery): Promise<Figure[]> {
  const { siteIds, deviceIds, types, measures, by } = query;
  const nothingAsked = [siteIds, deviceIds, types, measures, query.walletIds].some(
    (list) => list?.length === 0,
  );
  if (nothingAsked || query.from > query.to) return [];
  const keys = [...new Set(by)].map((key) => columns[key]);
  const raw = keys.map((key, place) => `${key.raw('f')} as k${place}, `).join('');
  const said = keys.map((key, place) => `${key.said(`s.k${place}`)} as "${key.name}", `).join('');
  const groups = keys.map((_, place) => place + 1).join(', ');
  const found = await reader.execute<Record<string, unknown>>(sql`
    select ${sql.raw(said)} s.amount from (
      select ${sql.raw(raw)} sum(f.amount)::bigint as amount
      from (${sql.join(sourcesOf(scope, query), sql` union all `)}) f
      ${sql.raw(by.includes('clock') ? joinSite('f') : '')}
      ${sql.raw(groups && `group by ${groups}`)}
    ) s where s.amount <> 0`);
  return [...found].map((row) => ({
    ...(row as unknown as Figure),
    ...('hourAt' in row && { hourAt: new Date(row.hourAt as string) }),
    amount: Number(row.amount),
  }));
}
