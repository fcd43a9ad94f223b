import { and, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { findPlain } from '#kit/server/row-statements.ts';
import type { IdentityState, productionContract } from '../../contract/production.ts';
import { deviceRefusals, deviceIdentities as identities } from '../../tables.ts';

export type IdentityRow = typeof identities.$inferSelect;

const inState: Record<IdentityState, () => SQL | undefined> = {
  blocked: () => isNotNull(identities.blockedAt),
  claimed: () => and(isNull(identities.blockedAt), isNotNull(identities.tenantId)),
  free: () => and(isNull(identities.blockedAt), isNull(identities.tenantId)),
};

export const pageIdentities = (
  reader: Reader,
  input: ParsedInputOf<typeof productionContract.listIdentities>,
) =>
  pageRows(reader, input, {
    from: () => reader.select().from(identities).$dynamic(),
    filters: {
      keyword: search(identities.code, identities.model),
      type: equals(identities.type),
      state: (state) => inState[state](),
    },
    sort: { createdAt: identities.createdAt, code: identities.code, claimedAt: identities.claimedAt },
    usual: { by: 'createdAt', order: 'desc' },
    tie: identities.code,
  });

export async function lockIdentity(tx: Tx, code: string): Promise<IdentityRow | undefined> {
  const [found] = await findPlain(tx, identities, { code }, 'update');
  return found;
}

export async function setOwner(
  tx: Tx,
  codes: readonly string[],
  owner: { tenantId: string; deviceId: string; claimedAt: Date } | null,
): Promise<void> {
  if (codes.length === 0) return;
  await tx
    .update(identities)
    .set(owner ?? { tenantId: null, deviceId: null, claimedAt: null })
    .where(inArray(identities.code, [...codes]));
}

export const pageRefusals = (reader: Reader, input: ParsedInputOf<typeof productionContract.listRefusals>) =>
  pageRows(reader, input, {
    from: () => reader.select().from(deviceRefusals).$dynamic(),
    filters: { code: search(deviceRefusals.code), reason: equals(deviceRefusals.reason) },
    sort: { at: deviceRefusals.at },
    usual: { by: 'at', order: 'desc' },
    tie: deviceRefusals.id,
  });
