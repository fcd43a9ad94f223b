import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { counterHours } from '../tables.ts';

/** What counters grew by hour by hour, to join and to list: what reports of plays, coins and wins are made of. */
export function counterHourView(scope: Scope) {
  const counted = rows(scope, counterHours);
  const { tenantId, deviceId, siteId, deviceType, hourAt, counter, amount } = counted;
  return new QueryBuilder()
    .select({ tenantId, deviceId, siteId, deviceType, hourAt, counter, amount })
    .from(counted)
    .as('counted_hour');
}
