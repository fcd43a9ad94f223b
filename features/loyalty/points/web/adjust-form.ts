import { siteSource } from '#features/base/sites/web/public.ts';
import { memberSource } from '#features/people/members/web/public.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { type HoldingRecord, pointsContract } from '../contract.ts';

export const adjustFields = [
  { name: 'unit' },
  { name: 'direction', label: 'points:field.direction' },
  { name: 'amount', hint: 'points:hint.amount' },
  { name: 'reason', hint: 'points:hint.reason' },
] as const;

export const memberField = {
  name: 'playerId',
  label: 'kit:thing.memberLabel',
  kind: 'reference',
  source: memberSource(),
} as const;
export const siteField = {
  name: 'fieldId',
  label: 'kit:thing.siteLabel',
  kind: 'reference',
  source: siteSource(),
} as const;

/** Of one member at one site. */
export const adjustOne = formAction({
  endpoint: pointsContract.adjustPoints,
  initial: ({ playerId, fieldId }: HoldingRecord) => ({ playerId, fieldId, unit: 'point', direction: 'add' }),
  title: ({ playerName }, t) => t('points:action.adjustOf', { name: playerName ?? '' }),
  fields: [...adjustFields],
  success: ({ before, after }, t) => t('points:page.adjusted', { before, after }),
});
