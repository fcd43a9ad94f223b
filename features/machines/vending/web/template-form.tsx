import { useMemo } from 'react';
import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { vendingContract } from '../contract.ts';
import { margin, warnsFrom } from '../rules/consequence-rules.ts';

const { saveTemplate, readTemplate } = vendingContract;

const goods = 'vending:section.goods';
const shelf = 'vending:section.shelf';
const words = 'vending:section.words';

const formOf = (id: string | undefined) =>
  defineForm({
    schema: saveTemplate.input,
    texts: 'vending',
    fields: [
      { name: 'type', appearance: 'list', section: goods },
      { name: 'name', section: goods },
      { name: 'priceFen', label: 'vending:field.actualPrice', section: goods },
      {
        name: 'costFen',
        label: 'vending:field.costPrice',
        hint: 'vending:hint.costPrice',
        comesTo: margin,
        section: goods,
      },
      { name: 'image', busType: 'product', section: goods },
      { name: 'englishName', section: goods },
      { name: 'brand', section: goods },
      { name: 'partnerNumber', hint: 'vending:hint.partnerNumber', section: goods },
      { name: 'packingTip', hint: 'vending:hint.packingTip', section: goods, wide: true },
      { name: 'productionDate', section: shelf },
      { name: 'expiryDate', hint: 'vending:hint.expiryDate', section: shelf },
      { name: 'warnDays', hint: 'vending:hint.warnDays', comesTo: warnsFrom, section: shelf },
      { name: 'usage', section: words, wide: true },
      { name: 'instructions', section: words, wide: true },
    ],
    initial: { id, warnDays: 30 },
    ...(id && { load: loadFrom(readTemplate, { id }) }),
    submit: submitTo(saveTemplate),
    success: 'kit:action.saved',
  });

export function TemplateForm({ id }: { id: string | undefined }) {
  return <FormPage definition={useMemo(() => formOf(id), [id])} />;
}
