import { sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { equals, pageRows, sinceDay, untilDay } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { figuresContract } from '../contract.ts';
import { figureCorrections, figureTasks } from '../tables.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

export function pageCorrections(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof figuresContract.listCorrections>,
) {
  const correction = rows(scope, figureCorrections);
  const { day, siteId, deviceId, measure, amount, notedAt, why } = correction;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id: sql<string>`${correction.id}::text`,
          fieldId: sql<string | null>`nullif(${siteId}, ${nobody}::uuid)`,
          equipmentId: sql<string | null>`nullif(${deviceId}, ${nobody}::uuid)`,
          ...{ day, measure, amount, notedAt, why },
        })
        .from(correction)
        .$dynamic(),
    filters: { fieldId: equals(siteId), from: sinceDay(day), to: untilDay(day) },
    sort: { notedAt, day },
    usual: { by: 'notedAt', order: 'desc' },
    tie: correction.id,
  });
}

export function pageTasks(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof figuresContract.listTasks>,
) {
  const task = rows(scope, figureTasks);
  const { id, kind, userName, done, total, createdAt, endedAt } = task;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({ id, kind, fieldId: task.siteId, userName, done, total, createdAt, endedAt })
        .from(task)
        .$dynamic(),
    filters: {},
    sort: { createdAt },
    usual: { by: 'createdAt', order: 'desc' },
    tie: id,
  });
}
