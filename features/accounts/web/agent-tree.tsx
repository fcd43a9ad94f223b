import { Button, Group, Text } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import { Link } from 'react-router';
import { ActionMenu } from '#kit/pages/action-controls.tsx';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { useActions } from '#kit/pages/use-actions.ts';
import { useCall } from '#kit/ui/api.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { percentText } from '#kit/ui/fields/amounts.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import { useCan } from '#kit/ui/session.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import type { AgentNode } from '../contract/agents.ts';
import { accountsContract } from '../contract.ts';
import { AgentSheet, type AgentTask } from './agent-form.tsx';
import classes from './agent-tree.module.css';
import { EnabledBadge } from './review-state.tsx';
import { flattenTree } from './role-tree.ts';

const setEnabled = (enabled: boolean) =>
  callOf(accountsContract.setAgentEnabled, (agent: AgentNode) => ({ id: agent.id, enabled }));

function actionsFor(open: (task: AgentTask) => void): Action<AgentNode>[] {
  return [
    {
      label: 'kit:action.edit',
      icon: 'edit',
      visible: (agent) => agent.editable,
      needs: accountsContract.saveAgent,
      run: (agent) => open({ edit: agent }),
    },
    {
      label: 'accounts:page.agent.addSub',
      icon: 'user-plus',
      visible: (agent) => agent.state === 'active',
      needs: accountsContract.saveAgent,
      run: (agent) => open({ under: agent }),
    },
    {
      label: 'accounts:page.enable',
      icon: 'circle-check',
      visible: (agent) => agent.editable && agent.state === 'disabled',
      call: setEnabled(true),
      success: 'kit:action.done',
    },
    {
      label: 'accounts:page.disable',
      icon: 'power',
      visible: (agent) => agent.editable && agent.state === 'active',
      call: setEnabled(false),
      confirm: {
        title: 'accounts:page.agent.disableTitle',
        body: 'accounts:page.agent.disableBody',
        params: (agent) => ({ name: agent.name }),
      },
      success: 'kit:action.done',
    },
  ];
}

interface AgentRowProps {
  agent: AgentNode;
  depth: number;
  actions: Action<AgentNode>[];
  runner: ReturnType<typeof useActions>;
}

function AgentRow({ agent, depth, actions, runner }: AgentRowProps) {
  const t = useText();
  return (
    <li className={classes.row} style={{ '--depth': depth } as CSSProperties}>
      <div className={`${classes.who} ${depth > 0 ? classes.nested : ''}`}>
        <Text fw={600}>{agent.name}</Text>
        <Text size="sm" c="dimmed">
          {agent.account} {agent.phone}
        </Text>
      </div>
      <div className={classes.figure}>
        <div>{t('accounts:page.agent.share', { percent: percentText(agent.shareBasisPoints) })}</div>
        <Text size="xs" c="dimmed">
          {t('accounts:page.agent.given', { percent: percentText(agent.givenBasisPoints) })}
        </Text>
      </div>
      <div className={classes.figure}>
        <Link to={`/agent_list?tab=merchants&agentId=${agent.id}`}>
          {t('accounts:page.agent.merchantCount', { count: agent.merchantCount })}
        </Link>
      </div>
      <div className={classes.state}>
        <EnabledBadge enabled={agent.state === 'active'} />
      </div>
      <div className={classes.menu}>
        <ActionMenu actions={actions} subject={agent} runner={runner} name={agent.name} />
      </div>
    </li>
  );
}

export function AgentTree() {
  const t = useText();
  const phone = usePhone();
  const mayEdit = useCan(accountsContract.saveAgent);
  const { data, error, refetch } = useCall(accountsContract.listAgents, {});
  const runner = useActions([accountsContract.listAgents]);
  const [task, setTask] = useState<AgentTask | undefined>();
  const actions = actionsFor(setTask);
  const add = mayEdit && (
    <Button leftSection={<Icon name="user-plus" />} onClick={() => setTask({})}>
      {t('accounts:page.agent.add')}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="md" wrap="nowrap" align="flex-start">
        <Text c="dimmed" size="sm" maw={640}>
          {t('accounts:page.agent.lead')}
        </Text>
        {!phone && add}
      </Group>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={4} height={60} />}
      {data?.length === 0 && (
        <EmptyState title={t('accounts:page.agent.empty')} hint={t('accounts:page.agent.emptyHint')} />
      )}
      {data && data.length > 0 && (
        <ul className={classes.tree}>
          {flattenTree(data).map(({ node, depth }) => (
            <AgentRow key={node.id} agent={node} depth={depth} actions={actions} runner={runner} />
          ))}
        </ul>
      )}
      {phone && add && <StickyActions>{add}</StickyActions>}
      <AgentSheet task={task} onClose={() => setTask(undefined)} />
    </>
  );
}
