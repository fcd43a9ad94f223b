import { and, eq, gt, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import { accountView, roleView } from '#features/base/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { newestFirst } from '#kit/server/listing.ts';
import { pageRows } from '#kit/server/page-rows.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, type RowOf, rows, update } from '#kit/server/tables.ts';
import type { InvitationState, invitationsContract } from '../contract/invitations.ts';
import { invitations } from '../tables.ts';

type InvitationColumns = ColumnsOf<typeof invitations>;
export type InvitationRow = RowOf<typeof invitations>;

/** The same as the rule says of one of them. */
const conditionOf: Record<InvitationState, (columns: InvitationColumns, now: Date) => SQL | undefined> = {
  used: (columns) => isNotNull(columns.usedAt),
  revoked: (columns) => and(isNull(columns.usedAt), isNotNull(columns.revokedAt)),
  expired: (columns, now) =>
    and(isNull(columns.usedAt), isNull(columns.revokedAt), lte(columns.expiresAt, now)),
  open: (columns, now) => and(isNull(columns.usedAt), isNull(columns.revokedAt), gt(columns.expiresAt, now)),
};

export function pageInvitations(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof invitationsContract.listInvitations>,
  now: Date,
) {
  const invitation = rows(scope, invitations);
  const role = roleView(scope);
  const creator = accountView(scope, 'creator');
  const guest = accountView(scope, 'guest');
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id: invitation.id,
          roleId: invitation.roleId,
          roleName: role.title,
          remark: invitation.remark,
          createdByName: creator.name,
          usedByName: guest.name,
          ...pick(invitation, 'createdAt', 'expiresAt', 'usedAt', 'revokedAt'),
        })
        .from(invitation)
        .innerJoin(role, and(eq(role.tenantId, invitation.tenantId), eq(role.id, invitation.roleId)))
        .leftJoin(
          creator,
          and(eq(creator.tenantId, invitation.tenantId), eq(creator.id, invitation.createdBy)),
        )
        .leftJoin(guest, and(eq(guest.tenantId, invitation.tenantId), eq(guest.id, invitation.usedBy)))
        .$dynamic(),
    filters: { state: (state) => conditionOf[state](invitation, now) },
    ...newestFirst(invitation),
    sort: { createdAt: invitation.createdAt, expiresAt: invitation.expiresAt },
  });
}

export async function countOpenInvitations(
  reader: Reader,
  scope: Scope,
  roleId: string,
  now: Date,
): Promise<number> {
  const invitation = rows(scope, invitations);
  return reader.$count(invitation, and(eq(invitation.roleId, roleId), conditionOf.open(invitation, now)));
}

/** Found over all tenants: the secret in the link is all that a visitor has. */
export async function findOpenInvitation(
  reader: Reader,
  tokenHash: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  const [found] = await find(reader, platformScope, invitations, (invitation) =>
    and(eq(invitation.tokenHash, tokenHash), conditionOf.open(invitation, now)),
  );
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
