import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useAct, useCall } from '#kit/ui/api.ts';
import { Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { accountsContract } from '../contract.ts';
import { EnabledBadge } from './review-state.tsx';
import { flattenTree } from './role-tree.ts';

type Merchant = OutputOf<typeof accountsContract.agentMerchants>['records'][number];

function useAgentOptions() {
  const { data } = useCall(accountsContract.listAgents, {});
  return flattenTree(data ?? []).map(({ node }) => ({ value: node.id, label: node.name, plain: true }));
}

function AssignDialog({ merchant, onClose }: { merchant: Merchant | undefined; onClose: () => void }) {
  const t = useText();
  const platform = useSession()?.realm === 'platform';
  const agents = useAgentOptions();
  const [chosen, setChosen] = useState<string | undefined>();
  const assign = useAct(accountsContract.assignMerchant, {
    success: 'accounts:page.agent.assigned',
    invalidates: [accountsContract.agentMerchants, accountsContract.listAgents],
    onDone: () => {
      setChosen(undefined);
      onClose();
    },
  });
  const data = [
    ...(platform ? [{ value: '', label: t('accounts:page.agent.noAgent') }] : []),
    ...agents.map(({ value, label }) => ({ value, label })),
  ];
  return (
    <Modal
      opened={merchant !== undefined}
      onClose={onClose}
      title={t('accounts:page.agent.assignTitle', { name: merchant?.name ?? '' })}
      closeButtonProps={{ 'aria-label': t('kit:action.close') }}
    >
      <Stack>
        <Select
          label={t('accounts:field.agent')}
          data={data}
          value={chosen ?? merchant?.agentId ?? null}
          onChange={(value) => setChosen(value ?? undefined)}
          allowDeselect={false}
          searchable
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('kit:action.cancel')}
          </Button>
          <Button
            loading={assign.isPending}
            disabled={chosen === undefined}
            onClick={() => merchant && assign.mutate({ merchantId: merchant.id, agentId: chosen ?? '' })}
          >
            {t('kit:action.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Merchants of the tree: whose they are, and moving one to another agent. */
export function AgentMerchants() {
  const agents = useAgentOptions();
  const [moving, setMoving] = useState<Merchant | undefined>();
  const list = defineList({
    endpoint: accountsContract.agentMerchants,
    columns: [
      { key: 'name', label: 'accounts:field.merchantName', primary: true, sortable: true },
      { key: 'id', label: 'accounts:field.tenantNumber', secondary: true },
      { key: 'agentName', label: 'accounts:field.agent' },
      {
        key: 'createdAt',
        label: 'accounts:field.registeredAt',
        sortable: true,
        render: (row) => <Time value={row.createdAt} />,
      },
      {
        key: 'state',
        label: 'accounts:field.state',
        trailing: true,
        render: (row) => <EnabledBadge enabled={row.state === 'active'} />,
      },
    ],
    search: 'keyword',
    searchHint: 'accounts:page.agent.searchMerchant',
    filters: [{ kind: 'choice', name: 'agentId', label: 'accounts:field.agent', options: agents }],
    rowActions: [
      {
        label: 'accounts:page.agent.assign',
        icon: 'arrows-exchange',
        needs: accountsContract.assignMerchant,
        run: (row) => setMoving(row),
      },
    ],
    empty: { title: 'accounts:page.agent.noMerchants', hint: 'accounts:page.agent.noMerchantsHint' },
    export: true,
  });
  return (
    <>
      <ListPage definition={list} />
      <AssignDialog key={moving?.id} merchant={moving} onClose={() => setMoving(undefined)} />
    </>
  );
}
