import { siteSource } from '#features/base/sites/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineForm, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import type { Values } from '#kit/pages/form-state.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { rewardsContract } from '../contract.ts';
import { cardTypeSource } from './sources.ts';

const { createVouchers } = rewardsContract;
type Made = OutputOf<typeof createVouchers>;

const isCard = ({ value }: Values) => value === 'card';
const [what, many] = ['what', 'many'].map((part) => `rewards:section.${part}`);

const form = defineForm({
  texts: 'rewards',
  schema: createVouchers.input,
  initial: { value: 'point', pieces: 100 },
  fields: [
    { name: 'name', label: 'rewards:field.batchName', section: what, hint: 'rewards:hint.batchName' },
    {
      name: 'fieldId',
      label: 'kit:thing.siteLabel',
      section: what,
      hint: 'rewards:hint.voucherSite',
      kind: 'reference',
      source: siteSource(),
    },
    { name: 'value', section: what },
    {
      name: 'amount',
      section: what,
      required: true,
      hint: 'rewards:hint.amount',
      showIf: (values: Values) => !isCard(values),
    },
    {
      name: 'cardTypeId',
      label: 'rewards:field.cardType',
      section: what,
      required: true,
      kind: 'reference',
      source: cardTypeSource,
      showIf: isCard,
    },
    { name: 'pieces', section: many, hint: 'rewards:hint.pieces' },
    { name: 'until', section: many, hint: 'rewards:hint.until' },
    { name: 'perPlayer', section: many, hint: 'rewards:hint.perPlayer' },
  ],
  submit: submitTo(createVouchers),
  submitLabel: 'rewards:action.make',
  success: 'rewards:page.made',
  afterwards: ({ id, asked }: Made) =>
    navigation.go(asked ? '/allowance_requests' : `/integralStore/voucher?id=${id}`, { replace: true }),
});

/** /integralStore/addVoucher: a batch of vouchers. */
export default function AddVoucher() {
  return <FormPage definition={form} />;
}
