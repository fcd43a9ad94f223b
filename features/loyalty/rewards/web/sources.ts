import { cardsContract } from '#features/loyalty/cards/contract.ts';
import { stockContract } from '#features/loyalty/stock/contract.ts';
import { giftsContract } from '#features/machines/gifts/contract.ts';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { rewardsContract } from '../contract.ts';

type Labels = Readonly<Record<string, string>> | undefined;

export const cardTypeSource = referenceTo({
  endpoint: cardsContract.listCardTypes,
  search: 'name',
  labelOf: ({ name }) => name,
});

/** Prizes that lie in machines. */
export const giftSource = (labels: Labels) =>
  referenceTo({
    endpoint: giftsContract.listGifts,
    search: 'name',
    labelOf: ({ name }) => name,
    ...(labels && { labels }),
  });

export const variantSource = (labels: Labels) =>
  referenceTo({
    endpoint: stockContract.listVariants,
    search: 'name',
    labelOf: ({ goodName, variantName }) => [goodName, variantName].filter(Boolean).join(' '),
    hintOf: ({ barcode }) => barcode ?? undefined,
    ...(labels && { labels }),
  });

export const storeSource = (labels: Labels) =>
  referenceTo({
    endpoint: stockContract.listStores,
    search: 'name',
    labelOf: ({ name }) => name,
    hintOf: ({ fieldName }) => fieldName ?? undefined,
    ...(labels && { labels }),
  });

export const pathSource = referenceTo({
  endpoint: rewardsContract.listRecyclePaths,
  search: 'name',
  labelOf: ({ name }) => name,
  hintOf: ({ fieldName }) => fieldName ?? undefined,
});

export const recycleGiftSource = referenceTo({
  endpoint: rewardsContract.listRecycleGifts,
  input: { active: true },
  search: 'name',
  labelOf: ({ giftName }) => giftName,
  hintOf: ({ points }) => String(points),
});
