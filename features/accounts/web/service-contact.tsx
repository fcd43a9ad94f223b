import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { accountsContract } from '../contract.ts';

const qrMaxBytes = 200 * 1024;

const form = defineForm({
  schema: accountsContract.saveServiceContact.input.partial(),
  load: loadFrom(accountsContract.serviceContact, {}, ({ phone, qr }) => ({
    phone: phone || undefined,
    qr: qr || undefined,
  })),
  fields: [
    {
      name: 'phone',
      label: 'accounts:field.servicePhone',
      hint: 'accounts:page.service.phoneHint',
      kind: 'phone',
    },
    {
      name: 'qr',
      label: 'accounts:field.serviceQr',
      hint: 'accounts:page.service.qrHint',
      kind: 'picture',
      busType: 'serviceQr',
      maxBytes: qrMaxBytes,
    },
  ],
  submit: submitTo(accountsContract.saveServiceContact, (data: { phone?: string; qr?: string }) => ({
    phone: data.phone ?? '',
    qr: data.qr ?? '',
  })),
  success: 'kit:action.saved',
});

export default function ServiceContact() {
  return <FormPage definition={form} />;
}
