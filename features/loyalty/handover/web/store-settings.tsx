import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { handoverContract } from '../contract.ts';

const { readStoreSetting, saveStoreSetting } = handoverContract;

const form = defineForm({
  schema: saveStoreSetting.input,
  texts: 'handover',
  fields: [
    { name: 'open', section: 'handover:section.store', hint: 'handover:hint.open', wide: true },
    {
      name: 'banner',
      busType: 'picture',
      section: 'handover:section.store',
      hint: 'handover:hint.banner',
      wide: true,
    },
    { name: 'rules', section: 'handover:section.store', hint: 'handover:hint.rules', wide: true, rows: 4 },
    { name: 'pickupDays', section: 'handover:section.delivery', hint: 'handover:hint.pickupDays' },
    { name: 'shipping', section: 'handover:section.delivery', hint: 'handover:hint.shipping' },
    { name: 'passwordAbove', section: 'handover:section.safety', hint: 'handover:hint.passwordAbove' },
  ],
  load: loadFrom(readStoreSetting, {}, ({ banner, passwordAbove, ...setting }) => ({
    ...setting,
    banner: banner ?? undefined,
    passwordAbove: passwordAbove ?? undefined,
  })),
  submit: submitTo(saveStoreSetting),
  success: 'kit:action.saved',
  afterwards: () => {},
});

/** /integralStore/storeSet: whether the store is open, for points and for money, what players read there, how goods reach them. */
export default function StoreSettings() {
  return <FormPage definition={form} />;
}
