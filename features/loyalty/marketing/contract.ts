import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { choiceOf, moneyFen } from '#kit/contract/schemas.ts';

const spans = [7, 30, 90] as const;
export const usualSpan = 30;

const tool = z.object({
  key: z.string(),
  /** in the caller's language */
  name: z.string(),
  path: z.string(),
  icon: z.string(),
  uses: z.int(),
  people: z.int(),
  /** what was given away by it, in money */
  givenFen: moneyFen(),
  /** days on which these people paid for something, from their first use on */
  visits: z.int(),
  /** what they paid from outside on these days, less refunds */
  incomeFen: moneyFen(),
});
export type ToolRecord = z.infer<typeof tool>;

export const marketingContract = {
  readTools: get('/api/blade-marketing/tools', permit('marketing.view'), {
    input: z.object({ days: choiceOf('marketing:span', spans).default(usualSpan) }),
    output: z.object({ tools: z.array(tool) }),
    summary:
      'Ways to bring people: how often each was used, what it gave away, and what these people paid afterwards',
  }),
};
