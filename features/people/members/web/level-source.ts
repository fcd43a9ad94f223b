import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { membersContract } from '../contract.ts';

/** The merchant's levels, to choose from; `labels` names the ones that are chosen already. */
export const levelSource = (labels?: Readonly<Record<string, string>>) =>
  referenceTo({
    endpoint: membersContract.listLevels,
    labelOf: ({ name }) => name,
    ...(labels && { labels }),
  });
