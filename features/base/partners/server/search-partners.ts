import { registerSearch } from '#features/base/lists/server/public.ts';
import { personHit } from '#features/base/team/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { Services } from '#kit/server/services.ts';
import { partnersContract } from '../contract.ts';
import { agentHandlers } from './agent-handlers.ts';
import { franchiseeHandlers } from './franchisee-handlers.ts';

const { listFranchisees, listAgents, agentMerchants } = partnersContract;

type AgentNode = ResultOf<typeof listAgents>[number];
const flat = (agents: readonly AgentNode[]): AgentNode[] =>
  agents.flatMap((agent) => [agent, ...flat(agent.children ?? [])]);

/** Franchisees by name, account or phone; agents, who are few, out of their tree; merchants below them. */
export function searchPartners(services: Services): void {
  registerSearch(services, {
    kind: 'franchisee',
    endpoint: listFranchisees,
    handler: franchiseeHandlers.listFranchisees,
    input: (text) => ({ keyword: text }),
    hits: ({ records }) => records.map(personHit('/managejmsmd')),
  });
  registerSearch(services, {
    kind: 'agent',
    endpoint: listAgents,
    handler: agentHandlers.listAgents,
    input: () => ({}),
    hits: (tree, text) =>
      flat(tree)
        .filter(({ id, name, account }) =>
          [id, name, account].some((word) => word.toLowerCase().includes(text.toLowerCase())),
        )
        .map(({ id, name, account }) => ({
          id,
          title: name,
          note: [id, account].filter(Boolean).join(' · '),
          path: '/agent_list',
          exact: id === text,
        })),
  });
  registerSearch(services, {
    kind: 'merchant',
    endpoint: agentMerchants,
    handler: agentHandlers.agentMerchants,
    input: (text) => ({ keyword: text }),
    hits: ({ records }, text) =>
      records.map(({ id, name, agentName }) => ({
        id,
        title: name,
        note: [id, agentName].filter(Boolean).join(' · '),
        path: `/agent_list?tab=merchants&keyword=${encodeURIComponent(name)}`,
        exact: id === text,
      })),
  });
}
