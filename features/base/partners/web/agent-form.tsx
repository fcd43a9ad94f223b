import { Text } from '@mantine/core';
import { isTyped } from '#kit/contract/consequence.ts';
import { percentOf } from '#kit/contract/meaning-text.ts';
import { password } from '#kit/contract/schemas.ts';
import { partOf } from '#kit/kernel/money.ts';
import { type FormContentProps, formAction } from '#kit/pages/form-action.ts';
import { loadFrom } from '#kit/pages/form-definition.ts';
import type { Values } from '#kit/pages/form-state.ts';
import { useText } from '#kit/ui/i18n.ts';
import { encryptPassword } from '#kit/ui/session.ts';
import type { AgentNode } from '../contract/agents.ts';
import { partnersContract } from '../contract.ts';

const { saveAgent, agentDetail } = partnersContract;

const editSchema = saveAgent.input.extend({ password: password().optional() });
const createSchema = editSchema.extend({ password: password() });

/** Shares are small: of a hundred yuan they would be a few fen. */
const exampleFen = 1_000_00;

/** The most that the share may be; nothing limits it directly under the platform. */
function Limit({ values }: Pick<FormContentProps<unknown>, 'values'>) {
  const t = useText();
  if (typeof values.limit !== 'number') return null;
  return (
    <Text size="sm" c="dimmed">
      {t('partners:page.agent.limit', { percent: percentOf(values.limit) })}
    </Text>
  );
}

const fieldsFor = (edit: boolean) =>
  [
    { name: 'name', label: 'partners:field.agentName', wide: true },
    {
      name: 'account',
      label: 'partners:field.account',
      hint: 'partners:page.accountRule',
      autoComplete: 'off',
      wide: true,
    },
    {
      name: 'phone',
      label: 'partners:field.phone',
      kind: 'phone',
      hint: 'partners:page.staff.phoneHint',
      wide: true,
    },
    {
      name: 'password',
      label: edit ? 'partners:field.newPassword' : 'partners:field.password',
      hint: edit ? 'partners:page.staff.keepPassword' : 'partners:page.passwordRule',
      strength: true,
      wide: true,
    },
    {
      name: 'shareBasisPoints',
      label: 'partners:field.share',
      hint: 'partners:page.agent.shareHint',
      comesTo: ({ shareBasisPoints }: Values) =>
        isTyped(shareBasisPoints)
          ? {
              text: 'partners:page.agent.shareOf',
              params: { takenFen: exampleFen, shareFen: partOf(exampleFen, shareBasisPoints) },
            }
          : undefined,
      wide: true,
    },
  ] as const;

const toInput = async <D extends { phone?: string; password?: string }>(data: D) => ({
  ...data,
  phone: data.phone ?? '',
  password: data.password && (await encryptPassword(data.password)),
});

export const editAgent = formAction({
  endpoint: saveAgent,
  schema: editSchema,
  title: ({ name }: AgentNode) => name,
  load: ({ id }) =>
    loadFrom(agentDetail, { id }, ({ name, account, phone, shareBasisPoints, limitBasisPoints: limit }) => ({
      id,
      name,
      account,
      phone: phone || undefined,
      shareBasisPoints,
      limit,
    })),
  above: ({ values }) => <Limit values={values} />,
  fields: fieldsFor(true),
  toInput,
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

/** A new one takes its share out of what the agent above still has to give. */
export const addUnder = formAction({
  endpoint: saveAgent,
  schema: createSchema,
  title: ({ name }: Pick<AgentNode, 'id' | 'name'>, t) => t('partners:page.agent.addUnder', { name }),
  load: ({ id }) =>
    loadFrom(agentDetail, { id }, ({ shareBasisPoints, givenBasisPoints }) => ({
      parentId: id,
      limit: shareBasisPoints - givenBasisPoints,
    })),
  above: ({ values }) => <Limit values={values} />,
  fields: fieldsFor(false),
  toInput,
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

export const addAgent = formAction({
  endpoint: saveAgent,
  schema: createSchema,
  fields: fieldsFor(false),
  toInput,
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});
