import { registerSearch } from '#features/base/lists/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { Services } from '#kit/server/services.ts';
import { accountsContract } from '../contract.ts';
import { agentHandlers } from './agent-handlers.ts';
import { franchiseeHandlers } from './franchisee-handlers.ts';
import { staffHandlers } from './staff-handlers.ts';

const { listStaff, listFranchisees, listAgents, agentMerchants } = accountsContract;

type AgentNode = ResultOf<typeof listAgents>[number];
const flat = (agents: readonly AgentNode[]): AgentNode[] =>
  agents.flatMap((agent) => [agent, ...flat(agent.children ?? [])]);

interface Person {
  id: string;
  name: string;
  account: string;
  roleName: string;
}

const hitOf =
  (page: string) =>
  ({ id, name, account, roleName }: Person) => ({
    id,
    title: name,
    note: [account, roleName].filter(Boolean).join(' · '),
    path: `${page}?id=${id}`,
    exact: false,
  });

/** Sub-accounts and franchisees by name, account or phone; agents, who are few, out of their tree; merchants below them. */
export function searchPeople(services: Services): void {
  registerSearch(services, {
    kind: 'staff',
    endpoint: listStaff,
    handler: staffHandlers.listStaff,
    input: (text) => ({ keyword: text }),
    hits: ({ records }) => records.map(hitOf('/seezzh')),
  });
  registerSearch(services, {
    kind: 'franchisee',
    endpoint: listFranchisees,
    handler: franchiseeHandlers.listFranchisees,
    input: (text) => ({ keyword: text }),
    hits: ({ records }) => records.map(hitOf('/managejmsmd')),
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
