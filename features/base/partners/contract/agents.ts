import { z } from 'zod';
import { agentChanged } from '#features/base/accounts/contract/events.ts';
import {
  newPassword,
  rights,
  share,
  tenantNumber,
  tenantState,
  type tenantStates,
} from '#features/base/accounts/contract/shared.ts';
import { get, post } from '#kit/contract/call.ts';
import {
  accountName,
  bool,
  instant,
  pageInput,
  pageOf,
  phone,
  ratio,
  shownPhone,
  signedFen,
  text,
  wholePhone,
} from '#kit/contract/schemas.ts';

interface AgentShape<At> {
  id: string;
  parentId: string;
  name: string;
  account: string;
  phone: string;
  shareBasisPoints: number;
  /** what its sub-agents already hold of it */
  givenBasisPoints: number;
  merchantCount: number;
  /** of this month so far, in its wallet: parts of fees, and shares */
  incomeFen: number;
  state: (typeof tenantStates)[number];
  /** false for the caller's own node: an agent does not change its own ratio */
  editable: boolean;
  createdAt: At;
  children?: AgentShape<At>[];
}
const agentNode: z.ZodType<AgentShape<string>, AgentShape<string | Date>> = z
  .object({
    id: z.string(),
    parentId: z.string(),
    name: z.string(),
    account: z.string(),
    phone: shownPhone(),
    shareBasisPoints: ratio(),
    givenBasisPoints: ratio(),
    merchantCount: z.int(),
    incomeFen: signedFen(),
    state: tenantState(),
    editable: z.boolean(),
    createdAt: instant(),
    get children() {
      return z.array(agentNode).optional();
    },
  })
  .meta({ id: 'AgentNode' });
export type AgentNode = AgentShape<string>;

export const agentsContract = {
  listAgents: get('/api/blade-agent/agent/list', rights.agentView, {
    summary: 'Agents and sub-agents as a tree: the caller’s own, for the platform all',
    output: z.array(agentNode),
    refreshedBy: [agentChanged],
  }),
  agentDetail: get('/api/blade-agent/agent/detail', rights.agentView, {
    summary: 'One agent, with the ratio that can still be given to it',
    input: z.object({ id: tenantNumber() }),
    output: z.object({
      id: z.string(),
      parentId: z.string(),
      parentName: z.string(),
      name: z.string(),
      account: z.string(),
      phone: wholePhone({ because: 'it is filled into the form of the agent', right: rights.agentEdit }),
      shareBasisPoints: ratio(),
      givenBasisPoints: ratio(),
      /** the most that its ratio may be set to */
      limitBasisPoints: ratio(),
      merchantCount: z.int(),
      incomeFen: signedFen(),
      state: tenantState(),
      editable: z.boolean(),
      createdAt: instant(),
    }),
    refreshedBy: [agentChanged],
  }),
  agentMerchants: get('/api/blade-agent/agent/merchants', rights.agentView, {
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
        state: tenantState(),
        createdAt: instant(),
      }),
    ),
    refreshedBy: [agentChanged],
  }),
  saveAgent: post('/api/blade-agent/agent/submit', rights.agentEdit, {
    summary: 'Create or change an agent; the ratios of sub-agents stay within their parent’s',
    place: 'json',
    input: z.object({
      id: tenantNumber().optional(),
      /** the agent above a new one; left out or 0: the caller (for the platform: none) */
      parentId: tenantNumber().or(z.literal('0')).optional(),
      name: text(40),
      account: accountName(),
      phone: phone().or(z.literal('')).optional(),
      password: newPassword().optional(),
      shareBasisPoints: share(),
    }),
    output: z.object({ id: z.string() }),
    emits: [agentChanged],
  }),
  setAgentEnabled: post('/api/blade-agent/agent/state', rights.agentEdit, {
    summary: 'Enable or disable an agent; its merchants are not touched',
    input: z.object({ id: tenantNumber(), enabled: bool() }),
    emits: [agentChanged],
  }),
  assignMerchant: post('/api/blade-agent/agent/assign', rights.agentEdit, {
    summary: 'Put a merchant under an agent of the caller’s tree; the platform may also free it',
    input: z.object({ merchantId: tenantNumber(), agentId: tenantNumber().or(z.literal('')) }),
    emits: [agentChanged],
  }),
};
