import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { cardsContract } from '../contract.ts';

/** The merchant's kinds of cards, to choose from; `labels` names the ones that are chosen already. */
export const typeSource = (labels?: Readonly<Record<string, string>>) =>
  referenceTo({
    endpoint: cardsContract.listCardTypes,
    search: 'name',
    labelOf: ({ name }) => name,
    ...(labels && { labels }),
  });
