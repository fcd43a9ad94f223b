import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { accountsContract } from '../contract.ts';

const qrMaxBytes = 200 * 1024;

const form = defineForm({
  schema: accountsContract.saveServiceContact.input.partial(),
  load: loadFrom(accountsContract.serviceContact, {}, ({ phone, qr, logo }) => ({
    phone: phone || undefined,
    qr: qr || undefined,
    logo: logo || undefined,
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
    {
      name: 'logo',
      label: 'accounts:field.logo',
      hint: 'accounts:page.service.logoHint',
      kind: 'picture',
      busType: 'picture',
    },
  ],
  submit: submitTo(
    accountsContract.saveServiceContact,
    (data: { phone?: string; qr?: string; logo?: string }) => ({
      phone: data.phone ?? '',
      qr: data.qr ?? '',
      logo: data.logo ?? '',
    }),
  ),
  success: 'kit:action.saved',
});

export default function ServiceContact() {
  return <FormPage definition={form} />;
}
