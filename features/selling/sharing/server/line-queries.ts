import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { runsContract } from '../contract/runs.ts';
import { shareLines } from '../tables.ts';

export function pageLines(reader: Reader, scope: Scope, input: ParsedInputOf<typeof runsContract.listLines>) {
  const line = rows(scope, shareLines);
  return pageRows(reader, input, {
    from: () => reader.select().from(line).$dynamic(),
    filters: {
      runId: equals(line.runId),
      fieldId: equals(line.siteId),
      receiverId: equals(line.receiverId),
      state: equals(line.state),
    },
    sort: { createdAt: line.createdAt, dueFen: line.dueFen },
    usual: { by: 'createdAt', order: 'desc' },
    tie: line.id,
  });
}
