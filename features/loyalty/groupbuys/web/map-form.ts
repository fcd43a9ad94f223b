import { typeSource } from '#features/loyalty/cards/web/public.ts';
import { formAction } from '#kit/pages/form-action.ts';
import type { Values } from '#kit/pages/form-state.ts';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import type { DealRecord } from '../contract/deals.ts';
import { groupBuysContract } from '../contract.ts';

const { mapDeal, listDealPackages } = groupBuysContract;

const packageSource = (deal: DealRecord) =>
  referenceTo({
    endpoint: listDealPackages,
    search: 'name',
    labelOf: ({ name, fieldName }) => [name, fieldName].filter(Boolean).join(' · '),
    ...(deal.packageId && { labels: { [deal.packageId]: deal.worthText ?? '' } }),
  });

const isKind =
  (...kinds: string[]) =>
  ({ kind }: Values) =>
    kinds.includes(String(kind));

/** What codes of a deal give that are sold from now on. */
export const mapForm = formAction({
  endpoint: mapDeal,
  title: 'groupbuys:page.map',
  lead: ({ title }: DealRecord, t) => t('groupbuys:page.mapLead', { title }),
  initial: (deal) => ({
    id: deal.id,
    kind: deal.kind ?? 'coin',
    amount: deal.amount ?? undefined,
    days: deal.days ?? undefined,
    cardTypeId: deal.cardTypeId ?? undefined,
    packageId: deal.packageId ?? undefined,
  }),
  fields: (deal) => [
    { name: 'kind', appearance: 'radio' },
    { name: 'amount', required: true, showIf: isKind('coin', 'freePlay', 'point') },
    { name: 'days', required: true, hint: 'groupbuys:page.daysHint', showIf: isKind('freePlay') },
    {
      name: 'cardTypeId',
      kind: 'reference',
      required: true,
      source: typeSource(deal.cardTypeId ? { [deal.cardTypeId]: deal.worthText ?? '' } : undefined),
      showIf: isKind('card'),
    },
    {
      name: 'packageId',
      kind: 'reference',
      required: true,
      source: packageSource(deal),
      showIf: isKind('package'),
    },
  ],
  toInput: ({ id, kind, amount, days, cardTypeId, packageId }) => ({
    id,
    kind,
    ...(['coin', 'freePlay', 'point'].includes(kind) && { amount }),
    ...(kind === 'freePlay' && { days }),
    ...(kind === 'card' && { cardTypeId }),
    ...(kind === 'package' && { packageId }),
  }),
  success: 'groupbuys:page.mappedNow',
});
