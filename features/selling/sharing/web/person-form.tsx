import { useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { type CustomFieldProps, defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import type { Values } from '#kit/pages/form-state.ts';
import { ChoiceField } from '#kit/ui/fields/choice-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { receiversContract } from '../contract/receivers.ts';
import type { ReceiverWay } from '../contract/shared.ts';

const { listCandidates, readReceiver, saveReceiver } = receiversContract;
type Candidates = OutputOf<typeof listCandidates>;

const hasWallet = ({ kind }: Values) => kind === 'franchisee' || kind === 'agent';
const byWechat = ({ way }: Values) => way === 'wechat';

/** Names are known where the person has an account: choosing the account fills them in. */
const nameOf =
  (people: readonly { id: string; name: string }[]) =>
  (id: unknown, values: Values): Values => ({
    name: people.find((person) => person.id === id)?.name ?? values.name,
  });

/** Who has a wallet is paid into it, for others the money is kept here; WeChat where the platform offers it. */
function WayField({ field, wechat }: { field: CustomFieldProps; wechat: boolean }) {
  const t = useText();
  const ways: ReceiverWay[] = [
    hasWallet(field.values) ? 'wallet' : 'account',
    ...(wechat ? (['wechat'] as const) : []),
  ];
  return (
    <ChoiceField
      label={field.label}
      description={field.description}
      error={field.error}
      required={field.required}
      name={field.name}
      appearance="radio"
      options={ways.map((value) => ({ value, label: t(`sharing:way.${value}`) }))}
      value={field.value as ReceiverWay | undefined}
      onChange={field.onChange}
    />
  );
}

const formFor = (id: string | undefined, candidates: Candidates) =>
  defineForm({
    schema: saveReceiver.input,
    texts: 'sharing',
    ...(id
      ? {
          load: loadFrom(readReceiver, { id }, (receiver) => ({
            ...receiver,
            phone: receiver.phone || undefined,
            wechatAccount: undefined,
          })),
        }
      : { initial: { kind: 'owner', way: 'account' } }),
    fields: [
      {
        name: 'kind',
        wide: true,
        disabled: id !== undefined,
        section: 'sharing:form.who',
        effect: (kind, values) => ({
          way: values.way === 'wechat' ? 'wechat' : hasWallet({ kind }) ? 'wallet' : 'account',
          userId: undefined,
          agentId: undefined,
        }),
      },
      {
        name: 'userId',
        label: 'sharing:form.franchisee',
        kind: 'choice',
        required: true,
        section: 'sharing:form.who',
        showIf: ({ kind }) => kind === 'franchisee' && id === undefined,
        options: candidates.franchisees.map(({ id: value, name }) => ({ value, label: name, plain: true })),
        effect: nameOf(candidates.franchisees),
      },
      {
        name: 'agentId',
        label: 'sharing:form.agent',
        kind: 'choice',
        required: true,
        section: 'sharing:form.who',
        showIf: ({ kind }) => kind === 'agent' && id === undefined,
        options: candidates.agents.map(({ id: value, name }) => ({ value, label: name, plain: true })),
        effect: nameOf(candidates.agents),
      },
      { name: 'name', section: 'sharing:form.who' },
      { name: 'phone', kind: 'phone', section: 'sharing:form.who' },
      {
        name: 'way',
        hint: 'sharing:form.wayHint',
        wide: true,
        section: 'sharing:form.how',
        render: (field) => <WayField field={field} wechat={candidates.wechat} />,
      },
      {
        name: 'wechatType',
        label: 'sharing:form.wechatType',
        section: 'sharing:form.how',
        required: true,
        showIf: byWechat,
      },
      {
        name: 'wechatAccount',
        label: 'sharing:form.wechatAccount',
        hint: id ? 'sharing:form.wechatKeep' : 'sharing:form.wechatSealed',
        autoComplete: 'off',
        section: 'sharing:form.how',
        showIf: byWechat,
      },
      {
        name: 'wechatName',
        label: 'sharing:form.wechatName',
        hint: 'sharing:form.wechatNameHint',
        section: 'sharing:form.how',
        showIf: byWechat,
      },
      { name: 'remark', section: 'sharing:form.how', wide: true },
    ],
    submit: submitTo(saveReceiver),
    success: 'kit:action.saved',
  });

export default function PersonForm() {
  const [query] = useSearchParams();
  const id = query.get('id') ?? undefined;
  return (
    <Loaded call={[listCandidates, {}]}>
      {(candidates) => <FormPage key={id} definition={formFor(id, candidates)} />}
    </Loaded>
  );
}
