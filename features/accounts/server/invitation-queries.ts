import { and, count, desc, eq, gt, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { orderBy } from '#kit/server/paging.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { insert, rows, update } from '#kit/server/tables.ts';
import type { invitationStates } from '../contract/staff.ts';
import { invitations, roles } from '../tables.ts';

export type InvitationState = (typeof invitationStates)[number];
const rowsOfInvitations = () => rows(platformScope, invitations);
type InvitationColumns = ReturnType<typeof rowsOfInvitations>;
export type InvitationRow = InvitationColumns['$inferSelect'];

export function stateOf(row: InvitationRow, now: Date): InvitationState {
  if (row.usedAt) return 'used';
  if (row.revokedAt) return 'revoked';
  return row.expiresAt <= now ? 'expired' : 'open';
}

const conditionOf: Record<InvitationState, (columns: InvitationColumns, now: Date) => SQL | undefined> = {
  used: (columns) => isNotNull(columns.usedAt),
  revoked: (columns) => and(isNull(columns.usedAt), isNotNull(columns.revokedAt)),
  expired: (columns, now) =>
    and(isNull(columns.usedAt), isNull(columns.revokedAt), lte(columns.expiresAt, now)),
  open: (columns, now) => and(isNull(columns.usedAt), isNull(columns.revokedAt), gt(columns.expiresAt, now)),
};

interface InvitationFilter {
  state?: InvitationState;
  sort?: 'createdAt' | 'expiresAt';
  order?: 'asc' | 'desc';
}

export async function selectInvitations(
  reader: Reader,
  scope: Scope,
  filter: InvitationFilter & { limit: number; offset: number; now: Date },
) {
  const invitation = rows(scope, invitations);
  const role = rows(scope, roles);
  return reader
    .select()
    .from(invitation)
    .innerJoin(role, eq(role.id, invitation.roleId))
    .where(filter.state && conditionOf[filter.state](invitation, filter.now))
    .orderBy(
      ...orderBy(
        filter,
        { createdAt: invitation.createdAt, expiresAt: invitation.expiresAt },
        { sort: 'createdAt', order: 'desc' },
        invitation.id,
      ),
    )
    .limit(filter.limit)
    .offset(filter.offset);
}

export async function countInvitations(
  reader: Reader,
  scope: Scope,
  filter: { state?: InvitationState; roleId?: string; now: Date },
): Promise<number> {
  const invitation = rows(scope, invitations);
  const [found] = await reader
    .select({ total: count() })
    .from(invitation)
    .where(
      and(
        filter.state && conditionOf[filter.state](invitation, filter.now),
        filter.roleId ? eq(invitation.roleId, filter.roleId) : undefined,
      ),
    );
  return found?.total ?? 0;
}

export async function insertInvitation(
  tx: Tx,
  scope: Scope,
  values: Omit<InvitationColumns['$inferInsert'], 'tenantId'>,
): Promise<void> {
  await insert(tx, scope, invitations, values);
}

/** Found over all tenants: the secret in the link is all that a visitor has. */
export async function findOpenInvitation(
  reader: Reader,
  tokenHash: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  const invitation = rows(platformScope, invitations);
  const [found] = await reader
    .select()
    .from(invitation)
    .where(and(eq(invitation.tokenHash, tokenHash), conditionOf.open(invitation, now)))
    .orderBy(desc(invitation.createdAt))
    .limit(1);
  return found;
}

/** Of two visitors with the same link, one. */
export async function takeInvitation(tx: Tx, id: string, now: Date, usedBy: string): Promise<boolean> {
  const taken = await update(
    tx,
    platformScope,
    invitations,
    (columns) => and(eq(columns.id, id), conditionOf.open(columns, now)),
    { usedAt: now, usedBy },
  );
  return taken.length === 1;
}

export async function voidInvitation(tx: Tx, scope: Scope, id: string, now: Date) {
  const [row] = await update(
    tx,
    scope,
    invitations,
    (columns) => and(eq(columns.id, id), conditionOf.open(columns, now)),
    { revokedAt: now },
  );
  return row;
}
