import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { id, moneyFen, pageInput, pageOf, signedFen } from '#kit/contract/schemas.ts';
import { entryTime } from '#kit/contract/things.ts';
import { policyChanged, walletChanged, withdrawalChanged } from './events.ts';
import { movement, requestId, view, withdraw, withdrawalState } from './shared.ts';

export const depositsContract = {
  checkDeposit: get('/api/blade-user/checkUserYj', view, {
    input: z.object({ userId: id().optional() }),
    output: z.object({
      /** the caller works with the wallet that pays it and gets it back */
      own: z.boolean(),
      paid: z.boolean(),
      depositFen: moneyFen(),
      requiredFen: moneyFen(),
      missingFen: moneyFen(),
      availableFen: moneyFen(),
      /** asked back and not yet decided */
      returning: z.object({ id: z.string(), amountFen: moneyFen(), state: withdrawalState() }).nullable(),
    }),
    refreshedBy: [walletChanged, withdrawalChanged, policyChanged],
    summary: 'Whether the organisation of a user has paid its deposit',
  }),
  payDeposit: post('/api/blade-userwithdrawal/userwithdrawal/payDeposit', withdraw, {
    lets: 'money',
    books: 'money',
    input: z.object({ requestId: requestId() }),
    output: z.object({ depositFen: moneyFen() }),
    emits: [walletChanged],
    summary: 'Pays what is missing of the deposit out of the wallet',
  }),
  listDeposits: get('/api/blade-userwithdrawal/userwithdrawal/deposits', view, {
    input: pageInput({}, ['place']),
    output: pageOf(
      z.object({
        transferId: z.string(),
        place: z.int(),
        createdAt: entryTime('second'),
        kind: movement(),
        amountFen: signedFen(),
        balanceFen: moneyFen(),
        remark: z.string(),
      }),
    ),
    refreshedBy: [walletChanged],
    summary: 'Deposits paid and returned',
  }),
};
