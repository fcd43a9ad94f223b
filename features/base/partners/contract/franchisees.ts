import { z } from 'zod';
import { franchiseeChanged } from '#features/base/accounts/contract/events.ts';
import {
  enabled,
  newPassword,
  rights,
  siteChoice,
  userRecord,
} from '#features/base/accounts/contract/shared.ts';
import { get, post } from '#kit/contract/call.ts';
import {
  accountName,
  bool,
  id,
  ids,
  pageInput,
  pageOf,
  phone,
  signedFen,
  text,
  wholePhone,
} from '#kit/contract/schemas.ts';

const franchisee = userRecord.extend({
  siteCount: z.int(),
  /** of this month so far, in the own wallet: sales of sites that settle there, and shares */
  incomeFen: signedFen(),
});

export const franchiseesContract = {
  listFranchisees: get('/api/blade-jms/jms/list', rights.franchiseeView, {
    summary: 'Franchisees with their income of this month and number of stores',
    input: pageInput({ keyword: z.string().trim().max(64).optional(), enabled: enabled().optional() }, [
      'createdAt',
      'name',
    ]),
    output: pageOf(franchisee),
    refreshedBy: [franchiseeChanged],
  }),
  franchiseeDetail: get('/api/blade-jms/jms/detail', rights.franchiseeView, {
    summary: 'One franchisee',
    input: z.object({ id: id() }),
    output: franchisee.extend({
      phone: wholePhone({
        because: 'it is filled into the form of the account',
        right: rights.franchiseeEdit,
      }),
    }),
    refreshedBy: [franchiseeChanged],
  }),
  franchiseeStores: get('/api/blade-jms/jms/stores', rights.franchiseeView, {
    summary: 'The stores (sites) of one franchisee',
    input: pageInput({ id: id() }, ['name']),
    output: pageOf(z.object({ id: z.string(), name: z.string() })),
    refreshedBy: [franchiseeChanged],
  }),
  saveFranchisee: post('/api/blade-jms/jms/submit', rights.franchiseeEdit, {
    summary: 'Create or change a franchisee; what they get of a site’s income its sharing rule says',
    place: 'json',
    input: z.object({
      id: id().optional(),
      account: accountName(),
      name: text(30),
      phone: phone().or(z.literal('')).optional(),
      password: newPassword().optional(),
      siteIds: siteChoice.siteIds,
      enabled: bool().default(true),
    }),
    output: z.object({ id: z.string() }),
    emits: [franchiseeChanged],
  }),
  setFranchiseeEnabled: post('/api/blade-jms/jms/state', rights.franchiseeEdit, {
    summary: 'Enable or disable a franchisee',
    input: z.object({ id: id(), enabled: bool() }),
    emits: [franchiseeChanged],
  }),
  removeFranchisees: post('/api/blade-jms/jms/remove', rights.franchiseeEdit, {
    summary:
      'Remove franchisees whose wallets are empty: they can not log in any more, their log entries stay',
    input: z.object({ ids: ids() }),
    emits: [franchiseeChanged],
  }),
};
