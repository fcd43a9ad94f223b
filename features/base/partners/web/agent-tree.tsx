import { Group, Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { percentOf } from '#kit/contract/meaning-text.ts';
import { flattenTree } from '#kit/kernel/tree.ts';
import { ActionButtons, ActionMenu } from '#kit/pages/action-controls.tsx';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { openForm } from '#kit/pages/open-form.ts';
import { useActions } from '#kit/pages/use-actions.ts';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { FieldView } from '#kit/ui/field-view.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import { useSession } from '#kit/ui/session.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import type { AgentNode } from '../contract/agents.ts';
import { partnersContract } from '../contract.ts';
import { addAgent, addUnder, editAgent } from './agent-form.tsx';
import classes from './agent-tree.module.css';

const { agentDetail, listAgents, saveAgent, setAgentEnabled } = partnersContract;

const setEnabled = (enabled: boolean) =>
  callOf(setAgentEnabled, (agent: AgentNode) => ({ id: agent.id, enabled }));

const agentActions: Action<AgentNode>[] = [
  { label: 'kit:action.edit', icon: 'edit', visible: (agent) => agent.editable, form: editAgent },
  {
    label: 'partners:page.agent.addSub',
    icon: 'user-plus',
    visible: (agent) => agent.state === 'active',
    form: addUnder,
  },
  {
    label: 'partners:page.enable',
    icon: 'circle-check',
    visible: (agent) => agent.editable && agent.state === 'disabled',
    call: setEnabled(true),
    success: 'kit:action.done',
  },
  {
    label: 'partners:page.disable',
    icon: 'power',
    visible: (agent) => agent.editable && agent.state === 'active',
    call: setEnabled(false),
    confirm: {
      title: 'partners:page.agent.disableTitle',
      body: 'partners:page.agent.disableBody',
      params: (agent) => ({ name: agent.name }),
    },
    success: 'kit:action.done',
  },
];

function AgentRow({ agent, depth }: { agent: AgentNode; depth: number }) {
  const t = useText();
  const runner = useActions();
  return (
    <li className={classes.row} style={{ '--depth': depth } as CSSProperties}>
      <div className={`${classes.who} ${depth > 0 ? classes.nested : ''}`}>
        <Text fw={600}>{agent.name}</Text>
        <Text size="sm" c="dimmed">
          {agent.account} {agent.phone}
        </Text>
      </div>
      <div className={classes.figure}>
        <div>{t('partners:page.agent.share', { percent: percentOf(agent.shareBasisPoints) })}</div>
        <Text size="xs" c="dimmed">
          {t('partners:page.agent.given', { percent: percentOf(agent.givenBasisPoints) })}
        </Text>
      </div>
      <div className={classes.figure}>
        <FieldView of={agentDetail} data={agent} path="incomeFen" />
        <Text size="xs" c="dimmed">
          {t('partners:page.agent.income')}
        </Text>
      </div>
      <div className={classes.figure}>
        <Link to={`/agent_list?tab=merchants&agentId=${agent.id}`}>
          {t('partners:page.agent.merchantCount', { count: agent.merchantCount })}
        </Link>
      </div>
      <div className={classes.state}>
        <FieldView of={agentDetail} data={agent} path="state" />
      </div>
      <div className={classes.menu}>
        <ActionMenu actions={agentActions} subject={agent} runner={runner} name={agent.name} />
      </div>
    </li>
  );
}

export function AgentTree() {
  const t = useText();
  const phone = usePhone();
  const user = useSession();
  const runner = useActions();
  // An agent's own share limits what it gives away; the platform's new agents stand under nobody.
  const add: Action<undefined> = {
    label: 'partners:page.agent.add',
    icon: 'user-plus',
    primary: true,
    needs: saveAgent,
    run: () =>
      user?.realm === 'agent'
        ? openForm(addUnder, { id: user.tenantId, name: user.tenantName }, 'partners:page.agent.add')
        : openForm(addAgent, undefined, 'partners:page.agent.add'),
  };
  const buttons = <ActionButtons actions={[add]} subject={undefined} runner={runner} />;
  return (
    <>
      <Group justify="space-between" mb="md" wrap="nowrap" align="flex-start">
        <Text c="dimmed" size="sm" maw={640}>
          {t('partners:page.agent.lead')}
        </Text>
        {!phone && buttons}
      </Group>
      <Loaded call={[listAgents, {}]} skeleton="list">
        {(tree) =>
          tree.length === 0 ? (
            <EmptyState title={t('partners:page.agent.empty')} hint={t('partners:page.agent.emptyHint')} />
          ) : (
            <ul className={classes.tree}>
              {flattenTree(tree).map(({ node, depth }) => (
                <AgentRow key={node.id} agent={node} depth={depth} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {phone && <StickyActions>{buttons}</StickyActions>}
    </>
  );
}
