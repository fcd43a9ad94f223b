import { useMemo } from 'react';
import { defineForm, type FormField, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { productTypes } from '../contract/templates.ts';
import { vendingContract } from '../contract.ts';

/** The wire's call takes dates in any order and the server judges; the form says it beside the field. */
const schema = vendingContract.saveTemplate.input.omit({ id: true });

const goods = 'vending:section.goods';
const shelf = 'vending:section.shelf';
const words = 'vending:section.words';

const fields: readonly FormField<typeof schema>[] = [
  {
    name: 'type',
    label: 'vending:field.type',
    options: productTypes.map((value) => ({ value, label: `vending:productType.${value}` })),
    appearance: 'list',
    section: goods,
  },
  { name: 'name', label: 'vending:field.name', section: goods },
  { name: 'priceFen', label: 'vending:field.actualPrice', section: goods },
  { name: 'costFen', label: 'vending:field.costPrice', hint: 'vending:hint.costPrice', section: goods },
  { name: 'image', label: 'vending:field.image', busType: 'product', section: goods },
  { name: 'englishName', label: 'vending:field.englishName', section: goods },
  { name: 'brand', label: 'vending:field.brand', section: goods },
  {
    name: 'partnerNumber',
    label: 'vending:field.partnerNumber',
    hint: 'vending:hint.partnerNumber',
    section: goods,
  },
  {
    name: 'packingTip',
    label: 'vending:field.packingTip',
    hint: 'vending:hint.packingTip',
    section: goods,
    wide: true,
  },
  { name: 'productionDate', label: 'vending:field.productionDate', section: shelf },
  { name: 'expiryDate', label: 'vending:field.expiryDate', hint: 'vending:hint.expiryDate', section: shelf },
  { name: 'warnDays', label: 'vending:field.warnDays', hint: 'vending:hint.warnDays', section: shelf },
  { name: 'usage', label: 'vending:field.usage', section: words, wide: true },
  { name: 'instructions', label: 'vending:field.instructions', section: words, wide: true },
];

export function TemplateForm({ id }: { id: string | undefined }) {
  const definition = useMemo(
    () =>
      defineForm({
        schema,
        fields,
        initial: { warnDays: 30 },
        ...(id && { load: loadFrom(vendingContract.readTemplate, { id }) }),
        submit: submitTo(vendingContract.saveTemplate, (data: Parameters<typeof withId>[0]) =>
          withId(data, id),
        ),
        invalidates: [vendingContract.listTemplates, vendingContract.readTemplate],
        success: 'kit:action.saved',
      }),
    [id],
  );
  return <FormPage definition={definition} />;
}

type Given = Omit<Parameters<typeof vendingContract.saveTemplate.input.parse>[0] & object, 'id'> & {
  type: (typeof productTypes)[number];
  name: string;
  priceFen: number;
  costFen: number;
};

const withId = (data: Given, id: string | undefined) => ({ ...data, ...(id && { id }) });
