import { formatFen } from '#kit/kernel/money.ts';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { vendingContract } from '../contract.ts';

export const templateSource = referenceTo({
  endpoint: vendingContract.listTemplates,
  search: 'name',
  labelOf: (template) => template.name,
  hintOf: (template) => [template.brand, `¥${formatFen(template.priceFen)}`].filter(Boolean).join(' · '),
});
