import { useMemo } from 'react';
import { z } from 'zod';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { flattenTree } from '#kit/kernel/tree.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import type { LabelledOption } from '#kit/pages/list-specs.ts';
import { useCall } from '#kit/ui/api.ts';
import { useSession } from '#kit/ui/session.ts';
import { partnersContract } from '../contract.ts';

const { agentMerchants, assignMerchant, listAgents } = partnersContract;
type Merchant = OutputOf<typeof agentMerchants>['records'][number];

/** Of no agent: only the platform may free a merchant. */
const noAgent = { value: 'none', label: 'partners:page.agent.noAgent' };

const assignTo = (agents: readonly LabelledOption[], platform: boolean) =>
  formAction({
    endpoint: assignMerchant,
    schema: z.object({ agentId: z.string() }),
    title: ({ name }: Merchant, t) => t('partners:page.agent.assignTitle', { name }),
    fields: [
      {
        name: 'agentId',
        label: 'partners:field.agent',
        kind: 'choice',
        appearance: 'list',
        options: [...(platform ? [noAgent] : []), ...agents],
      },
    ],
    initial: ({ agentId }: Merchant) => ({ agentId: agentId || noAgent.value }),
    toInput: ({ agentId }, { id }) => ({
      merchantId: id,
      agentId: agentId === noAgent.value ? '' : agentId,
    }),
    submitLabel: 'kit:action.confirm',
    success: 'partners:page.agent.assigned',
  });

/** Merchants of the tree: whose they are, and moving one to another agent. */
export function AgentMerchants() {
  const { data } = useCall(listAgents, {});
  const platform = useSession()?.realm === 'platform';
  const list = useMemo(() => {
    const agents = flattenTree(data ?? []).map(({ node }) => ({
      value: node.id,
      label: node.name,
      plain: true,
    }));
    return defineList({
      endpoint: agentMerchants,
      texts: 'partners',
      columns: [
        { key: 'name', label: 'partners:field.merchantName' },
        { key: 'id', label: 'partners:field.tenantNumber' },
        { key: 'agentName', label: 'partners:field.agent', phone: 'more' },
        { key: 'createdAt', label: 'partners:field.registeredAt' },
        'state',
      ],
      search: 'keyword',
      searchHint: 'partners:page.agent.searchMerchant',
      filters: [{ kind: 'choice', name: 'agentId', label: 'partners:field.agent', options: agents }],
      rowActions: [
        {
          label: 'partners:page.agent.assign',
          icon: 'arrows-exchange',
          form: assignTo(agents, platform),
        },
      ],
      empty: { title: 'partners:page.agent.noMerchants', hint: 'partners:page.agent.noMerchantsHint' },
    });
  }, [data, platform]);
  return <ListPage definition={list} />;
}
