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

/** What is told apart by `raw` of a line, and how an answer says it: once for a sum, not once for a line. */
const columns: Record<FigureKey, { name: keyof Figure; raw: string; said: (column: string) => string }> = {
  tenant: { name: 'tenantId', raw: 'f.tenant_id', said: (column) => column },
  site: { name: 'siteId', raw: 'f.site_id', said: emptyId },
  device: { name: 'deviceId', raw: 'f.device_id', said: emptyId },
  type: { name: 'type', raw: 'f.device_type', said: emptyText },
  wallet: { name: 'walletId', raw: 'f.wallet_id', said: emptyText },
  day: { name: 'day', raw: 'f.day', said: (column) => `to_char(${column}, 'YYYY-MM-DD')` },
  month: { name: 'month', raw: 'f.day', said: (column) => `to_char(${column}, 'YYYY-MM')` },
  hour: { name: 'hourAt', raw: 'f.hour_at', said: (column) => column },
  clock: { name: 'clockHour', raw: clockHourOf('f.hour_at'), said: (column) => column },
  measure: { name: 'measure', raw: 'f.measure', said: (column) => column },
};

/**
 * The same, not added up yet, for who pages through sums by the database: a table expression `figure` with tenant_id, site_id,
 * device_id, day, measure and amount.
 */
export const figureView = (scope: Scope, query: Omit<FigureQuery, 'by'>): SQL =>
  sql`(${sql.join(sourcesOf(scope, { ...query, by: ['device', 'day'] }), sql` union all `)}) as figure`;

/** Sums of what the scope reaches, exact up to this moment. A sum that is nothing may be absent. */
export async function readFigures(reader: Reader, scope: Scope, query: FigureQuery): Promise<Figure[]> {
  const { siteIds, deviceIds, types, measures, by } = query;
  const nothingAsked = [siteIds, deviceIds, types, measures, query.walletIds].some(
    (list) => list?.length === 0,
  );
  if (nothingAsked || query.from > query.to) return [];
  const keys = [...new Set(by)].map((key) => columns[key]);
  const raw = keys.map((key, place) => `${key.raw} as k${place}, `).join('');
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
