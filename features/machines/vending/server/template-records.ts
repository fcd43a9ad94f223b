import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { vendingContract } from '../contract.ts';
import { expiryState } from '../rules/need-rules.ts';
import type { TemplateRow } from './lane-queries.ts';
import type { Holding } from './template-queries.ts';

export const toTemplateRecord = (
  template: TemplateRow,
  holding: Holding,
  today: string,
): ResultOf<typeof vendingContract.readTemplate> => ({
  ...template,
  expiry: expiryState(template, today),
  laneNumber: holding.get(template.id)?.lanes ?? 0,
  stock: holding.get(template.id)?.pieces ?? 0,
});
