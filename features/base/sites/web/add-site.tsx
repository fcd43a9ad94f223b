import { defineForm, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { sitesContract } from '../contract.ts';
import { addressFields, addressSchema } from './site-form.ts';

const form = defineForm({
  schema: addressSchema,
  fields: addressFields,
  initial: { isDefault: false, type: 'arcade' },
  submit: submitTo(sitesContract.createSite),
  success: 'kit:action.saved',
});

export default function AddSite() {
  return <FormPage definition={form} />;
}
