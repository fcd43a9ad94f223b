import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { choiceOf, id, instant, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { creationTime } from '#kit/contract/things.ts';
import { invitationChanged, roleChanged } from './events.ts';
import { rights, siteChoice } from './shared.ts';

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const;
export type InvitationState = (typeof invitationStates)[number];
const invitationState = () =>
  choiceOf('accounts:invitation', invitationStates, {
    open: 'info',
    used: 'good',
    expired: 'quiet',
    revoked: 'bad',
  });

export const invitationsContract = {
  createInvitation: post('/api/blade-subuser/invitation/save', rights.staffEdit, {
    summary: 'Make a one-time link by which a person registers as staff with this role and these sites',
    place: 'json',
    input: z.object({
      roleId: id().meta({ field: 'reference' }),
      remark: text(40, 0).default(''),
      ...siteChoice,
    }),
    /** the token is shown here once and kept only as a hash */
    output: z.object({ id: z.string(), token: z.string(), path: z.string(), expiresAt: instant() }),
    emits: [invitationChanged],
  }),
  listInvitations: get('/api/blade-subuser/invitation/list', rights.staffView, {
    summary: 'Invitation links and what became of them',
    input: pageInput({ state: invitationState().optional() }, ['createdAt', 'expiresAt']),
    output: pageOf(
      z.object({
        id: z.string(),
        roleId: z.string(),
        roleName: z.string(),
        remark: z.string(),
        state: invitationState(),
        createdByName: z.string(),
        usedByName: z.string(),
        createdAt: creationTime(),
        expiresAt: instant(),
      }),
    ),
    refreshedBy: [invitationChanged, roleChanged],
  }),
  revokeInvitation: post('/api/blade-subuser/invitation/revoke', rights.staffEdit, {
    summary: 'Make an invitation link void',
    input: z.object({ id: id() }),
    emits: [invitationChanged],
  }),
};
