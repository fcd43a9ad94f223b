import { defineEvent } from '#kit/contract/event.ts';

/** Rights, sites or the organisation of an account are different: it fetches who it is and its menu again. */
export const sessionChanged = defineEvent('session.changed');
/** One of the account's logins ended, here or elsewhere. */
export const loginEnded = defineEvent('login.ended');

export const staffChanged = defineEvent<{ id: string }>('staff.changed');
export const roleChanged = defineEvent<{ id: string }>('role.changed');
export const invitationChanged = defineEvent<{ id: string }>('invitation.changed');
export const franchiseeChanged = defineEvent<{ id: string }>('franchisee.changed');
/** An agent or the place of a merchant under one; the agents above hear it too. */
export const agentChanged = defineEvent<{ id: string }>('agent.changed');
/** What an organisation is called, may do, or how it is reached. */
export const tenantChanged = defineEvent<{ id: string }>('tenant.changed');

export type ReviewKind = 'registration' | 'name';
export const reviewRequested = defineEvent<{ kind: ReviewKind; id: string }>('review.requested');
export const reviewDecided = defineEvent<{ kind: ReviewKind; id: string; state: string }>('review.decided');
