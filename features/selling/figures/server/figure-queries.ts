import { and, eq, type SQL, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { deviceView } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { equals, matching, pageRows, sinceDay, untilDay } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, rows } from '#kit/server/tables.ts';
import type { figuresContract } from '../contract.ts';
import { figureCorrections, figureFixedDays, figureTasks } from '../tables.ts';

type Asked<K extends keyof typeof figuresContract> = ParsedInputOf<(typeof figuresContract)[K]>;

const nobody = '00000000-0000-0000-0000-000000000000';
const orNull = (id: unknown) => sql<string | null>`nullif(${id}, ${nobody}::uuid)`;

const rulesOf = ({ siteId, why, day }: ColumnsOf<typeof figureCorrections>) => ({
  fieldId: equals(siteId),
  why: equals(why),
  from: sinceDay(day),
  to: untilDay(day),
});

export function pageCorrections(reader: Reader, scope: Scope, input: Asked<'listCorrections'>) {
  const correction = rows(scope, figureCorrections);
  const site = siteView(scope);
  const device = deviceView(scope);
  const { day, siteId, deviceId, measure, amount, notedAt, why } = correction;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id: sql<string>`${correction.id}::text`,
          fieldId: orNull(siteId),
          fieldName: site.name,
          equipmentId: orNull(deviceId),
          equipmentNo: device.number,
          equipmentName: sql<string | null>`coalesce(${device.name}, ${device.code})`,
          ...{ day, measure, amount, notedAt, why },
        })
        .from(correction)
        .leftJoin(site, and(eq(site.tenantId, correction.tenantId), eq(site.id, siteId)))
        .leftJoin(device, and(eq(device.tenantId, correction.tenantId), eq(device.id, deviceId)))
        .$dynamic(),
    of: correction,
    filters: rulesOf(correction),
    sort: { notedAt, day },
    usual: { by: 'notedAt', order: 'desc' },
    tie: correction.id,
  });
}

export function sumCorrections(reader: Reader, scope: Scope, input: Asked<'sumCorrections'>) {
  const correction = rows(scope, figureCorrections);
  return reader
    .select({
      measure: correction.measure,
      amount: sql<number>`sum(${correction.amount})::bigint`.mapWith(Number),
    })
    .from(correction)
    .where(matching(input, rulesOf(correction)))
    .groupBy(correction.measure)
    .orderBy(correction.measure);
}

export function pageFixedDays(reader: Reader, scope: Scope, input: Asked<'listFixedDays'>) {
  const fixed = rows(scope, figureFixedDays);
  const correction = rows(scope, figureCorrections);
  const { day, fixedAt, userName } = fixed;
  const corrections = sql<number>`(select count(*)::int from ${correction}
    where ${correction.tenantId} = ${fixed.tenantId} and ${correction.day} = ${day})`.mapWith(Number);
  return pageRows(reader, input, {
    from: () => reader.select({ day, fixedAt, userName, corrections }).from(fixed).$dynamic(),
    filters: { from: sinceDay(day), to: untilDay(day) },
    sort: { day, fixedAt },
    usual: { by: 'day', order: 'desc' },
    tie: day as unknown as SQL,
  });
}

export function pageTasks(reader: Reader, scope: Scope, input: Asked<'listTasks'>) {
  const task = rows(scope, figureTasks);
  const site = siteView(scope);
  const { id, kind, siteId, userName, done, total, createdAt, endedAt } = task;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id,
          kind,
          fieldId: siteId,
          fieldName: site.name,
          userName,
          done,
          total,
          createdAt,
          endedAt,
        })
        .from(task)
        .leftJoin(site, and(eq(site.tenantId, task.tenantId), eq(site.id, siteId)))
        .$dynamic(),
    filters: {},
    sort: { createdAt },
    usual: { by: 'createdAt', order: 'desc' },
    tie: id,
  });
}
