import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { choiceOf, day, id, moneyFen, signedFen } from '#kit/contract/schemas.ts';
import { maybeSiteFields } from '#kit/contract/things.ts';
import { incomeSources } from './measures.ts';

/** As `rules/income-rules.ts` defines it. */
const incomeSum = {
  orders: z.int(),
  grossFen: moneyFen(),
  refundFen: signedFen(),
  /** gross less refunds */
  incomeFen: signedFen(),
  feeFen: signedFen(),
  netFen: signedFen(),
};

/** Income stands beside the wallet, and who sees the wallet sees it. */
const view = permit('wallet.view', 'platform', 'agent', 'merchant');

export const incomeContract = {
  readIncome: get('/api/blade-capitalflow/capitalflow/income', view, {
    input: z.object({ from: day(), to: day(), fieldId: id().optional() }),
    output: z.object({
      total: z.object(incomeSum),
      sources: z.array(z.object({ source: choiceOf('figures:incomeSource', incomeSources), ...incomeSum })),
      sites: z.array(z.object({ ...maybeSiteFields, ...incomeSum })),
      days: z.array(z.object({ day: day(), ...incomeSum })),
    }),
    summary: 'Income by source, site and day: orders by pay way, and cash in machines',
  }),
};
