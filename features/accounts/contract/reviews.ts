import { z } from 'zod';
import { defineEndpoint, realms } from '#kit/contract/endpoint.ts';
import {
  accountName,
  bool,
  done,
  empty,
  id,
  ids,
  pageInput,
  pageOf,
  phone,
  text,
} from '#kit/contract/schemas.ts';
import {
  newPassword,
  reviewStates,
  rights,
  share,
  siteChoice,
  tenantNumber,
  tenantStates,
  userRecord,
} from './shared.ts';

const franchisee = userRecord.extend({ shareBasisPoints: z.int(), siteCount: z.int() });

interface AgentShape {
  id: string;
  parentId: string;
  name: string;
  account: string;
  phone: string;
  shareBasisPoints: number;
  /** what its sub-agents already hold of it */
  givenBasisPoints: number;
  merchantCount: number;
  state: (typeof tenantStates)[number];
  /** false for the caller's own node: an agent does not change its own ratio */
  editable: boolean;
  createdAt: string;
  children?: AgentShape[];
}
const agentNode: z.ZodType<AgentShape, AgentShape> = z.object({
  id: z.string(),
  parentId: z.string(),
  name: z.string(),
  account: z.string(),
  phone: z.string(),
  shareBasisPoints: z.int(),
  givenBasisPoints: z.int(),
  merchantCount: z.int(),
  state: z.enum(tenantStates),
  editable: z.boolean(),
  createdAt: z.string(),
  get children() {
    return z.array(agentNode).optional();
  },
});
export type AgentNode = AgentShape;

const tenantRecord = z.object({
  id: z.string(),
  realm: z.enum(realms),
  name: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  account: z.string(),
  phone: z.string(),
  inviterPhone: z.string(),
  state: z.enum(tenantStates),
  reviewState: z.enum(reviewStates),
  reviewReason: z.string(),
  createdAt: z.string(),
});

const decision = {
  passed: bool(),
  /** needed when refused; the merchant reads it */
  reason: text(200, 0).default(''),
};

export const partnersContract = {
  listFranchisees: defineEndpoint({
    method: 'GET',
    path: '/api/blade-jms/jms/list',
    access: rights.franchiseeView,
    summary: 'Franchisees with their ratio and number of stores',
    input: pageInput({ keyword: z.string().trim().max(64).optional(), enabled: z.boolean().optional() }, [
      'createdAt',
      'name',
      'shareBasisPoints',
    ]),
    output: pageOf(franchisee),
  }),
  franchiseeDetail: defineEndpoint({
    method: 'GET',
    path: '/api/blade-jms/jms/detail',
    access: rights.franchiseeView,
    summary: 'One franchisee',
    input: z.object({ id: id() }),
    output: franchisee,
  }),
  franchiseeStores: defineEndpoint({
    method: 'GET',
    path: '/api/blade-jms/jms/stores',
    access: rights.franchiseeView,
    summary: 'The stores (sites) of one franchisee',
    input: pageInput({ id: id() }, ['name']),
    output: pageOf(z.object({ id: z.string(), name: z.string() })),
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
  }),
  setFranchiseeEnabled: defineEndpoint({
    method: 'POST',
    path: '/api/blade-jms/jms/state',
    access: rights.franchiseeEdit,
    summary: 'Enable or disable a franchisee',
    input: z.object({ id: id(), enabled: bool() }),
    output: done(),
  }),
  removeFranchisees: defineEndpoint({
    method: 'POST',
    path: '/api/blade-jms/jms/remove',
    access: rights.franchiseeEdit,
    summary: 'Remove franchisees: they can not log in any more, their log entries stay',
    input: z.object({ ids: ids() }),
    output: done(),
  }),
  listAgents: defineEndpoint({
    method: 'GET',
    path: '/api/blade-agent/agent/list',
    access: rights.agentView,
    summary: 'Agents and sub-agents as a tree: the caller’s own, for the platform all',
    input: empty(),
    output: z.array(agentNode),
  }),
  agentDetail: defineEndpoint({
    method: 'GET',
    path: '/api/blade-agent/agent/detail',
    access: rights.agentView,
    summary: 'One agent, with the ratio that can still be given to it',
    input: z.object({ id: tenantNumber() }),
    output: z.object({
      id: z.string(),
      parentId: z.string(),
      parentName: z.string(),
      name: z.string(),
      account: z.string(),
      phone: z.string(),
      shareBasisPoints: z.int(),
      givenBasisPoints: z.int(),
      /** the most that its ratio may be set to */
      limitBasisPoints: z.int(),
      merchantCount: z.int(),
      state: z.enum(tenantStates),
      editable: z.boolean(),
      createdAt: z.string(),
    }),
  }),
  agentMerchants: defineEndpoint({
    method: 'GET',
    path: '/api/blade-agent/agent/merchants',
    access: rights.agentView,
    summary: 'Merchants of one agent, or of the caller’s whole tree',
    input: pageInput({ agentId: tenantNumber().optional(), keyword: z.string().trim().max(64).optional() }, [
      'createdAt',
      'name',
    ]),
    output: pageOf(
      z.object({
        id: z.string(),
        name: z.string(),
        agentId: z.string(),
        agentName: z.string(),
        state: z.enum(tenantStates),
        createdAt: z.string(),
      }),
    ),
  }),
  saveAgent: defineEndpoint({
    method: 'POST',
    path: '/api/blade-agent/agent/submit',
    access: rights.agentEdit,
    summary: 'Create or change an agent; the ratios of sub-agents stay within their parent’s',
    place: 'json',
    input: z.object({
      id: tenantNumber().optional(),
      /** the agent above a new one; left out: the caller (for the platform: none) */
      parentId: tenantNumber().optional(),
      name: text(40),
      account: accountName(),
      phone: phone().or(z.literal('')).optional(),
      password: newPassword().optional(),
      shareBasisPoints: share(),
    }),
    output: z.object({ id: z.string() }),
  }),
  setAgentEnabled: defineEndpoint({
    method: 'POST',
    path: '/api/blade-agent/agent/state',
    access: rights.agentEdit,
    summary: 'Enable or disable an agent; its merchants are not touched',
    input: z.object({ id: tenantNumber(), enabled: bool() }),
    output: done(),
  }),
  assignMerchant: defineEndpoint({
    method: 'POST',
    path: '/api/blade-agent/agent/assign',
    access: rights.agentEdit,
    summary: 'Put a merchant under an agent of the caller’s tree; the platform may also free it',
    input: z.object({ merchantId: tenantNumber(), agentId: tenantNumber().or(z.literal('')) }),
    output: done(),
  }),
  listTenants: defineEndpoint({
    method: 'GET',
    path: '/api/blade-tenant/tenant/list',
    access: rights.review,
    summary: 'Merchants and agents with the state of their registration',
    input: pageInput(
      {
        keyword: z.string().trim().max(64).optional(),
        realm: z.enum(['agent', 'merchant']).optional(),
        reviewState: z.enum(reviewStates).optional(),
        state: z.enum(tenantStates).optional(),
      },
      ['createdAt', 'name', 'id'],
    ),
    output: pageOf(tenantRecord),
  }),
  decideRegistration: defineEndpoint({
    method: 'POST',
    path: '/api/blade-tenant/tenant/decide',
    access: rights.review,
    summary: 'Accept a registration, or refuse it: the merchant is disabled and sees the reason',
    input: z.object({ id: tenantNumber(), ...decision }),
    output: done(),
  }),
  setTenantState: defineEndpoint({
    method: 'POST',
    path: '/api/blade-tenant/tenant/state',
    access: rights.review,
    summary: 'Enable or disable a merchant or agent as a whole',
    input: z.object({ id: tenantNumber(), enabled: bool(), reason: text(200, 0).default('') }),
    output: done(),
  }),
  listNameReviews: defineEndpoint({
    method: 'GET',
    path: '/api/blade-setUserShRecord/setusershrecord/list',
    access: rights.review,
    summary: 'Requests of merchants to change their name',
    input: pageInput(
      { state: z.enum(reviewStates).optional(), keyword: z.string().trim().max(64).optional() },
      ['createdAt'],
    ),
    output: pageOf(
      z.object({
        id: z.string(),
        tenantId: z.string(),
        oldName: z.string(),
        newName: z.string(),
        state: z.enum(reviewStates),
        decisionReason: z.string(),
        applicantName: z.string(),
        createdAt: z.string(),
        decidedAt: z.string().nullable(),
      }),
    ),
  }),
  decideNameReview: defineEndpoint({
    method: 'POST',
    path: '/api/blade-setUserShRecord/setusershrecord/decide',
    access: rights.review,
    summary: 'Accept or refuse a new merchant name',
    input: z.object({ id: id(), ...decision }),
    output: done(),
  }),
  reviewCounts: defineEndpoint({
    method: 'GET',
    path: '/api/blade-tenant/tenant/reviewCounts',
    access: rights.review,
    summary: 'How many registrations and names wait for a decision',
    input: empty(),
    output: z.object({ registrations: z.int(), names: z.int() }),
  }),
};
