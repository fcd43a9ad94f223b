import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import {
  accountName,
  bool,
  done,
  id,
  ids,
  pageInput,
  pageOf,
  phone,
  signedFen,
  text,
  wholePhone,
} from '#kit/contract/schemas.ts';
import { franchiseeChanged } from './events.ts';
import { enabled, newPassword, rights, siteChoice, userRecord } from './shared.ts';

const franchisee = userRecord.extend({
  siteCount: z.int(),
  /** of this month so far, in the own wallet: sales of sites that settle there, and shares */
  incomeFen: signedFen(),
});

export const franchiseesContract = {
  listFranchisees: defineEndpoint({
    method: 'GET',
    path: '/api/blade-jms/jms/list',
    access: rights.franchiseeView,
    summary: 'Franchisees with their income of this month and number of stores',
    input: pageInput({ keyword: z.string().trim().max(64).optional(), enabled: enabled().optional() }, [
      'createdAt',
      'name',
    ]),
    output: pageOf(franchisee),
    refreshedBy: [franchiseeChanged],
  }),
  franchiseeDetail: defineEndpoint({
    method: 'GET',
    path: '/api/blade-jms/jms/detail',
    access: rights.franchiseeView,
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
  franchiseeStores: defineEndpoint({
    method: 'GET',
    path: '/api/blade-jms/jms/stores',
    access: rights.franchiseeView,
    summary: 'The stores (sites) of one franchisee',
    input: pageInput({ id: id() }, ['name']),
    output: pageOf(z.object({ id: z.string(), name: z.string() })),
    refreshedBy: [franchiseeChanged],
  }),
  saveFranchisee: defineEndpoint({
    method: 'POST',
    path: '/api/blade-jms/jms/submit',
    access: rights.franchiseeEdit,
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
  setFranchiseeEnabled: defineEndpoint({
    method: 'POST',
    path: '/api/blade-jms/jms/state',
    access: rights.franchiseeEdit,
    summary: 'Enable or disable a franchisee',
    input: z.object({ id: id(), enabled: bool() }),
    output: done(),
    emits: [franchiseeChanged],
  }),
  removeFranchisees: defineEndpoint({
    method: 'POST',
    path: '/api/blade-jms/jms/remove',
    access: rights.franchiseeEdit,
    summary:
      'Remove franchisees whose wallets are empty: they can not log in any more, their log entries stay',
    input: z.object({ ids: ids() }),
    output: done(),
    emits: [franchiseeChanged],
  }),
};
