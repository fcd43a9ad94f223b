import { Text } from '@mantine/core';
import { password } from '#kit/contract/schemas.ts';
import { defineForm } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { FormSkeleton } from '#kit/ui/feedback.tsx';
import { percentText } from '#kit/ui/fields/amounts.ts';
import { useText } from '#kit/ui/i18n.ts';
import { encryptPassword, useSession } from '#kit/ui/session.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import type { AgentNode } from '../contract/agents.ts';
import { accountsContract } from '../contract.ts';

/** Change an agent, make one under another, or (neither) one directly under the caller. */
export interface AgentTask {
  edit?: AgentNode;
  under?: AgentNode;
}

const editSchema = accountsContract.saveAgent.input.extend({ password: password().optional() });
const createSchema = editSchema.extend({ password: password() });

/** The most that the ratio may be; undefined while unknown or where nothing limits it (directly under the platform). */
function useLimit({ edit, under }: AgentTask): { limit: number | undefined; ready: boolean } {
  const user = useSession();
  const ownId = user?.realm === 'agent' ? user.tenantId : undefined;
  const askedId = edit?.id ?? under?.id ?? ownId;
  const { data } = useCall(
    accountsContract.agentDetail,
    { id: askedId ?? '' },
    { enabled: askedId !== undefined, staleMs: 0 },
  );
  if (askedId === undefined) return { limit: undefined, ready: true };
  if (!data) return { limit: undefined, ready: false };
  return { limit: edit ? data.limitBasisPoints : data.shareBasisPoints - data.givenBasisPoints, ready: true };
}

function AgentForm({ task, onDone }: { task: AgentTask; onDone: () => void }) {
  const t = useText();
  const { edit, under } = task;
  const { limit, ready } = useLimit(task);
  if (!ready) return <FormSkeleton />;
  const form = defineForm({
    schema: (edit ? editSchema : createSchema) as typeof editSchema,
    initial: edit
      ? {
          id: edit.id,
          name: edit.name,
          account: edit.account,
          phone: edit.phone || undefined,
          shareBasisPoints: edit.shareBasisPoints,
        }
      : { parentId: under?.id },
    header: limit !== undefined && (
      <Text size="sm" c="dimmed">
        {t('accounts:page.agent.limit', { percent: percentText(limit) })}
      </Text>
    ),
    fields: [
      { name: 'name', label: 'accounts:field.agentName', wide: true },
      {
        name: 'account',
        label: 'accounts:field.account',
        hint: 'accounts:page.accountRule',
        autoComplete: 'off',
        wide: true,
      },
      {
        name: 'phone',
        label: 'accounts:field.phone',
        kind: 'phone',
        hint: 'accounts:page.staff.phoneHint',
        wide: true,
      },
      {
        name: 'password',
        label: edit ? 'accounts:field.newPassword' : 'accounts:field.password',
        hint: edit ? 'accounts:page.staff.keepPassword' : 'accounts:page.passwordRule',
        strength: true,
        wide: true,
      },
      {
        name: 'shareBasisPoints',
        label: 'accounts:field.share',
        hint: 'accounts:page.agent.shareHint',
        wide: true,
      },
    ],
    submit: async (data) =>
      client.call(accountsContract.saveAgent, {
        ...data,
        phone: data.phone ?? '',
        password: data.password && (await encryptPassword(data.password)),
      }),
    invalidates: [accountsContract.listAgents, accountsContract.agentDetail],
    success: 'kit:action.saved',
    afterwards: onDone,
  });
  return <FormPage definition={form} />;
}

export function AgentSheet({ task, onClose }: { task: AgentTask | undefined; onClose: () => void }) {
  const t = useText();
  const title = task?.edit
    ? task.edit.name
    : task?.under
      ? t('accounts:page.agent.addUnder', { name: task.under.name })
      : t('accounts:page.agent.add');
  return (
    <Sheet opened={task !== undefined} onClose={onClose} title={title}>
      {task && <AgentForm task={task} onDone={onClose} />}
    </Sheet>
  );
}
