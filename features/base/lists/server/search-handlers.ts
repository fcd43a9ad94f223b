import type { Handlers } from '#kit/server/context.ts';
import { type searchContract, searchKinds } from '../contract/search.ts';
import { searchersOf } from './searchers.ts';

export const searchHandlers: Handlers<typeof searchContract> = {
  async find(context, { text }) {
    const groups = await Promise.all(
      searchersOf(context.services).map(async ({ kind, find }) => ({
        kind,
        hits: await find(context, text),
      })),
    );
    // A code that was scanned or a number that was pasted names one thing: that comes first.
    const rank = ({ kind, hits }: (typeof groups)[number]) =>
      searchKinds.indexOf(kind) - (hits.some(({ exact }) => exact) ? searchKinds.length : 0);
    return groups.filter(({ hits }) => hits.length > 0).sort((a, b) => rank(a) - rank(b));
  },
};
