import { partnersContract } from '#features/base/partners/contract.ts';
import { defineForm, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { contentContract } from '../contract.ts';

const { sendMessage } = contentContract;

const definition = defineForm({
  schema: sendMessage.input,
  texts: 'content:send',
  initial: { audience: 'everyone', level: 'info' },
  fields: [
    {
      name: 'audience',
      section: 'content:send.to',
    },
    {
      name: 'realm',
      required: true,
      showIf: ({ audience }) => audience === 'realm',
      section: 'content:send.to',
    },
    {
      name: 'tenantId',
      label: 'content:send.tenant',
      source: referenceTo({
        endpoint: partnersContract.listTenants,
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
      required: true,
      showIf: ({ audience }) => audience === 'user',
      section: 'content:send.to',
    },
    {
      name: 'level',
      section: 'content:send.to',
    },
    { name: 'titleZh', label: 'content:edit.title', wide: true, section: 'content:edit.chinese' },
    { name: 'bodyZh', label: 'content:edit.body', section: 'content:edit.chinese' },
    { name: 'titleEn', label: 'content:edit.title', wide: true, section: 'content:edit.english' },
    { name: 'bodyEn', label: 'content:edit.body', section: 'content:edit.english' },
    {
      name: 'link',
      hint: 'content:send.linkHint',
      wide: true,
      section: 'content:send.more',
    },
  ],
  submit: submitTo(sendMessage),
  submitLabel: 'content:send.send',
  success: 'content:send.sent',
  afterwards: '/message_admin',
});

export function ComposeMessage() {
  return <FormPage definition={definition} />;
}
