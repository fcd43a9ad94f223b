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
  ratio,
  text,
} from '#kit/contract/schemas.ts';
import { franchiseeChanged } from './events.ts';
import { enabled, newPassword, rights, share, siteChoice, userRecord } from './shared.ts';

const franchisee = userRecord.extend({ shareBasisPoints: ratio(), siteCount: z.int() });

export const franchiseesContract = {
  listFranchisees: defineEndpoint({
    method: 'GET',
    path: '/api/blade-jms/jms/list',
    access: rights.franchiseeView,
    summary: 'Franchisees with their ratio and number of stores',
    input: pageInput({ keyword: z.string().trim().max(64).optional(), enabled: enabled().optional() }, [
      'createdAt',
      'name',
      'shareBasisPoints',
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
    output: franchisee,
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
    summary: 'Create or change a franchisee; the ratios of one site stay within 100 %',
    place: 'json',
    input: z.object({
      id: id().optional(),
      account: accountName(),
      name: text(30),
      phone: phone().or(z.literal('')).optional(),
      password: newPassword().optional(),
      shareBasisPoints: share(),
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
    summary: 'Remove franchisees: they can not log in any more, their log entries stay',
    input: z.object({ ids: ids() }),
    output: done(),
    emits: [franchiseeChanged],
  }),
};
