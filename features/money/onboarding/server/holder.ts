import { staffMember } from '#features/base/accounts/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import { type StaffSession, userTypes } from '#kit/server/session.ts';

/** Whose papers and cards: an organisation's (its own id, as the main wallet has) or a franchisee's (the account's id). */
export interface Holder {
  tenantId: string;
  holderId: string;
}

export const ownHolder = (session: Pick<StaffSession, 'tenantId' | 'userId' | 'userType'>): Holder => ({
  tenantId: session.tenantId,
  holderId: session.userType === userTypes.franchisee ? session.userId : session.tenantId,
});

export async function holderOfUser(reader: Reader, tenantId: string, userId: string): Promise<Holder> {
  const member = await staffMember(reader, tenantId, userId);
  if (!member) throw missing();
  return { tenantId, holderId: member.franchisee ? userId : tenantId };
}

/** Staff may look at franchisees of their organisation; a franchisee only at itself. */
export async function askedHolder(
  reader: Reader,
  session: StaffSession,
  userId: string | undefined,
): Promise<{ holder: Holder; own: boolean }> {
  const own = ownHolder(session);
  if (userId === undefined || userId === session.userId) return { holder: own, own: true };
  const asked = await holderOfUser(reader, session.tenantId, userId);
  if (asked.holderId === own.holderId) return { holder: own, own: true };
  if (session.userType === userTypes.franchisee) throw missing();
  return { holder: asked, own: false };
}

/**
 * Whose private numbers and photos a session with the right may see: the platform's auditors everybody's, others their
 * own organisation's (an agent not those of its merchants), a franchisee its own.
 */
export function mayLook(
  session: Pick<StaffSession, 'tenantId' | 'userId' | 'userType' | 'realm'>,
  holder: Holder,
): boolean {
  if (session.realm === 'platform') return true;
  if (session.tenantId !== holder.tenantId) return false;
  return session.userType !== userTypes.franchisee || session.userId === holder.holderId;
}
