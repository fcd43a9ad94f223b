import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { id } from '#kit/contract/schemas.ts';
import { edit, pricesChanged } from './shared.ts';

const base = '/api/blade-jfscLink/jfscLink' as const;

/** Players leave for it: nobody in between may put another page there. */
const isSafe = (address: string) => URL.canParse(address) && new URL(address).protocol === 'https:';
const storeAddress = () =>
  z.string().trim().max(300).refine(isSafe, { error: 'packages:error.httpsOnly' }).meta({ field: 'text' });

export const pointsStoreCalls = {
  // it stands on the page of every machine there
  readPointsStore: get(`${base}/selectJfscLinkDetail`, 'public', {
    rate: { max: 240, windowSeconds: 60 },
    input: z.object({ fieldId: id() }),
    output: z.object({ url: z.string().nullable() }),
    refreshedBy: [pricesChanged],
    summary:
      'Where points of a site are spent: the address the merchant set, or its points store here while that is open',
  }),
  savePointsStore: post(`${base}/submit`, edit, {
    place: 'json',
    input: z.object({ fieldId: id(), url: storeAddress().nullable().default(null) }),
    emits: [pricesChanged],
    summary: 'Says where points of a site are spent; nothing: in its points store here',
  }),
};
