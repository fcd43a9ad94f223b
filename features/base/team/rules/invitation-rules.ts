import type { InvitationState } from '../contract/invitations.ts';

interface Invitation {
  usedAt: Date | null;
  revokedAt: Date | null;
  expiresAt: Date;
}

export function invitationState({ usedAt, revokedAt, expiresAt }: Invitation, now: Date): InvitationState {
  if (usedAt) return 'used';
  if (revokedAt) return 'revoked';
  return expiresAt <= now ? 'expired' : 'open';
}
