import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { choiceOf, text } from '#kit/contract/schemas.ts';
import { maskPhone } from '#kit/kernel/masked.ts';

/** What can be found, in the order in which it is shown. */
export const searchKinds = [
  'machine',
  'order',
  'member',
  'site',
  'staff',
  'franchisee',
  'agent',
  'merchant',
  'article',
] as const;
export type SearchKind = (typeof searchKinds)[number];

export const maxOfKind = 5;

const hit = z.object({
  id: z.string(),
  /** what people call it */
  title: z.string().overwrite(maskPhone),
  /** what tells it from others of that name */
  note: z.string().overwrite(maskPhone),
  /** the page about it */
  path: z.string(),
  /** the whole text is its number or its code, not a part of its name */
  exact: z.boolean(),
});
export type SearchHit = z.infer<typeof hit>;

export const searchContract = {
  find: get('/api/search/find', 'session', {
    summary: `Machines, orders, members, sites, people and articles by a name, a number or a scanned code: at most ${maxOfKind} of each kind, of those the caller may see`,
    input: z.object({ text: text(200) }),
    output: z.array(z.object({ kind: choiceOf('lists:kind', searchKinds), hits: z.array(hit) })),
  }),
};
