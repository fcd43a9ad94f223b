import { defineFeature } from '#kit/contract/feature.ts';
import { listsContract } from './contract.ts';

export const listsFeature = defineFeature({
  name: 'lists',
  about:
    'Lists everywhere: one search over all that a person may see, files of lists, news for open pages, old rows in the archive',
  endpoints: listsContract,
});
export default listsFeature;
