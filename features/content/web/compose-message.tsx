import { accountsContract } from '#features/accounts/contract.ts';
import { realms } from '#kit/contract/endpoint.ts';
import { defineForm, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { audiences, messageLevels } from '../contract/messages.ts';
import { contentContract } from '../contract.ts';

const { sendMessage, pageSentMessages } = contentContract;

const choicesOf = (group: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: `content:${group}.${value}` }));

const definition = defineForm({
  schema: sendMessage.input,
  initial: { audience: 'everyone', level: 'info' },
  fields: [
    {
      name: 'audience',
      label: 'content:send.audience',
      options: choicesOf('audience', audiences),
      section: 'content:send.to',
    },
    {
      name: 'realm',
      label: 'content:send.realm',
      options: choicesOf('realm', realms),
      required: true,
      showIf: ({ audience }) => audience === 'realm',
      section: 'content:send.to',
    },
    {
      name: 'tenantId',
      label: 'content:send.tenant',
      source: referenceTo({
        endpoint: accountsContract.listTenants,
        search: 'keyword',
        labelOf: (tenant) => tenant.name,
        hintOf: (tenant) => tenant.account,
      }),
      required: true,
      showIf: ({ audience }) => audience === 'tenant',
      section: 'content:send.to',
    },
    {
      name: 'account',
      label: 'content:send.account',
      required: true,
      showIf: ({ audience }) => audience === 'user',
      section: 'content:send.to',
    },
    {
      name: 'level',
      label: 'content:send.level',
      options: choicesOf('level', messageLevels),
      section: 'content:send.to',
    },
    { name: 'titleZh', label: 'content:edit.title', wide: true, section: 'content:edit.chinese' },
    { name: 'bodyZh', label: 'content:edit.body', section: 'content:edit.chinese' },
    { name: 'titleEn', label: 'content:edit.title', wide: true, section: 'content:edit.english' },
    { name: 'bodyEn', label: 'content:edit.body', section: 'content:edit.english' },
    {
      name: 'link',
      label: 'content:send.link',
      hint: 'content:send.linkHint',
      wide: true,
      section: 'content:send.more',
    },
  ],
  submit: submitTo(sendMessage),
  submitLabel: 'content:send.send',
  invalidates: [pageSentMessages],
  success: 'content:send.sent',
  afterwards: '/message_admin',
});

export function ComposeMessage() {
  return <FormPage definition={definition} />;
}
