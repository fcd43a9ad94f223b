import { eq, isNotNull } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, sinceDay, untilDay } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { allowanceContract } from '../contract.ts';
import { allowanceGiven, allowanceRequests } from '../tables.ts';

/** `userId`: of one person alone. */
export function pageGiven(
  reader: Reader,
  tenantId: string,
  userId: string | undefined,
  input: ParsedInputOf<typeof allowanceContract.listGiven>,
) {
  const given = rows(tenantScope(tenantId), allowanceGiven);
  const { id, createdAt, day, door, userName, units, worthFen, countsFen } = given;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, createdAt, day, door, userName, units, worthFen, countsFen },
          agreed: isNotNull(given.requestId).mapWith(Boolean),
        })
        .from(given),
    of: given,
    where: userId ? eq(given.userId, userId) : undefined,
    filters: { door: equals(door), from: sinceDay(day), to: untilDay(day) },
    ...newestFirst(given),
    sort: { createdAt, worthFen },
  });
}

export function pageRequests(
  reader: Reader,
  tenantId: string,
  userId: string | undefined,
  input: ParsedInputOf<typeof allowanceContract.listRequests>,
) {
  const request = rows(tenantScope(tenantId), allowanceRequests);
  const { id, createdAt, door, label, tells, worthFen, state } = request;
  const { decidedByName, decidedAt, reason, userName } = request;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, createdAt, door, label, tells, worthFen, state, userName },
          ...{ decidedByName, decidedAt, reason, userId: request.userId },
        })
        .from(request),
    of: request,
    where: userId ? eq(request.userId, userId) : undefined,
    filters: { state: equals(state), door: equals(door) },
    ...newestFirst(request),
    sort: { createdAt, worthFen },
  });
}
