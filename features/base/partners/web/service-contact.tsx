import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { partnersContract } from '../contract.ts';

const qrMaxBytes = 200 * 1024;

const form = defineForm({
  schema: partnersContract.saveServiceContact.input.partial(),
  load: loadFrom(partnersContract.serviceContact, {}, ({ phone, qr, logo }) => ({
    phone: phone || undefined,
    qr: qr || undefined,
    logo: logo || undefined,
  })),
  fields: [
    {
      name: 'phone',
      label: 'partners:field.servicePhone',
      hint: 'partners:page.service.phoneHint',
      kind: 'phone',
    },
    {
      name: 'qr',
      label: 'partners:field.serviceQr',
      hint: 'partners:page.service.qrHint',
      kind: 'picture',
      busType: 'serviceQr',
      maxBytes: qrMaxBytes,
    },
    {
      name: 'logo',
      label: 'partners:field.logo',
      hint: 'partners:page.service.logoHint',
      kind: 'picture',
      busType: 'picture',
    },
  ],
  submit: submitTo(
    partnersContract.saveServiceContact,
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
