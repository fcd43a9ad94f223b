import { z } from 'zod';
import { reviewDecided, reviewRequested, tenantChanged } from '#features/base/accounts/contract/events.ts';
import { reviewState, rights } from '#features/base/accounts/contract/shared.ts';
import { get, post } from '#kit/contract/call.ts';
import { contactNumber, instant, picture, text, uploadPath, wholePhone } from '#kit/contract/schemas.ts';

const nameReview = z.object({
  id: z.string(),
  oldName: z.string(),
  newName: z.string(),
  state: reviewState(),
  decisionReason: z.string(),
  createdAt: instant(),
  decidedAt: instant().nullable(),
});

/** What a merchant says of itself: how it is called, how players reach it. */
export const ownOrganisationContract = {
  serviceContact: get('/api/blade-tenant/tenant/serviceContact', 'session', {
    summary: 'Phone and QR picture of the organisation’s customer service, and its logo',
    output: z.object({ phone: wholePhone('published'), qr: picture(), logo: picture() }),
    refreshedBy: [tenantChanged],
  }),
  saveServiceContact: post('/api/blade-tenant/tenant/saveServiceContact', rights.merchantEdit, {
    summary: 'Change phone and QR picture (at most 200 KB) of the customer service, and the logo',
    input: z.object({
      phone: contactNumber().or(z.literal('')),
      qr: uploadPath().or(z.literal('')),
      /** stays as it is where it is left out */
      logo: uploadPath().or(z.literal('')).optional(),
    }),
    emits: [tenantChanged],
  }),
  requestNameChange: post('/api/blade-setUserShRecord/setusershrecord/save', rights.merchantEdit, {
    summary: 'Ask the platform to change the merchant’s name',
    input: z.object({
      name: text(40, 2),
      /** of the caller; the one in the account counts when it is left out */
      realName: text(30).optional(),
    }),
    output: nameReview,
    emits: [reviewRequested],
  }),
  latestNameReview: get('/api/blade-setUserShRecord/setusershrecord/latest', rights.merchantEdit, {
    summary: 'The merchant’s current name and its last request to change it',
    output: z.object({
      name: z.string(),
      /** of the caller, as it would stand in a request */
      realName: z.string(),
      review: nameReview.nullable(),
    }),
    refreshedBy: [reviewRequested, reviewDecided],
  }),
};
