import { z } from 'zod';
import { invitationChanged, roleChanged, staffChanged } from '#features/base/accounts/contract/events.ts';
import { codeTicket, newPassword, rights, siteChoice } from '#features/base/accounts/contract/shared.ts';
import { get, post } from '#kit/contract/call.ts';
import {
  accountName,
  choiceOf,
  id,
  instant,
  pageInput,
  pageOf,
  phone,
  smsCode,
  text,
} from '#kit/contract/schemas.ts';
import { creationTime } from '#kit/contract/things.ts';

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const;
export type InvitationState = (typeof invitationStates)[number];
const invitationState = () =>
  choiceOf('team:invitation', invitationStates, {
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
  invitationInfo: get('/api/blade-subuser/invitation/info', 'public', {
    summary: 'What an invitation link offers; only for a link that still counts',
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({ token: z.string().min(20).max(100) }),
    output: z.object({ merchantName: z.string(), roleName: z.string(), expiresAt: instant() }),
  }),
  registerInvited: post('/api/blade-subuser/invitation/register', 'public', {
    repeats: { because: 'the invitation is used up' },
    summary: 'Register as staff with a one-time invitation link',
    rate: { max: 30, windowSeconds: 60 },
    input: z.object({
      token: z.string().min(20).max(100),
      account: accountName(),
      name: text(30),
      password: newPassword(),
      /** with a code sent for `invite` to prove it */
      phone: phone().optional(),
      code: smsCode().optional(),
      ...codeTicket,
    }),
    output: z.object({ account: z.string() }),
    emits: [staffChanged, invitationChanged],
  }),
};
