import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { exchangeContract } from '../contract.ts';

const { readExchangeSetting, saveExchangeSetting } = exchangeContract;

const form = defineForm({
  schema: saveExchangeSetting.input,
  texts: 'exchange',
  fields: [
    { name: 'open', section: 'exchange:section.store', hint: 'exchange:hint.open', wide: true },
    {
      name: 'banner',
      busType: 'picture',
      section: 'exchange:section.store',
      hint: 'exchange:hint.banner',
      wide: true,
    },
    { name: 'rules', section: 'exchange:section.store', hint: 'exchange:hint.rules', wide: true, rows: 4 },
    { name: 'pickupDays', section: 'exchange:section.delivery', hint: 'exchange:hint.pickupDays' },
    { name: 'shipping', section: 'exchange:section.delivery', hint: 'exchange:hint.shipping' },
    { name: 'passwordAbove', section: 'exchange:section.safety', hint: 'exchange:hint.passwordAbove' },
  ],
  load: loadFrom(readExchangeSetting, {}, ({ banner, passwordAbove, ...setting }) => ({
    ...setting,
    banner: banner ?? undefined,
    passwordAbove: passwordAbove ?? undefined,
  })),
  submit: submitTo(saveExchangeSetting),
  success: 'kit:action.saved',
  afterwards: () => {},
});

/** /integralStore/storeSet: whether the points store is open, what players read there, how goods reach them. */
export default function StoreSettings() {
  return <FormPage definition={form} />;
}
