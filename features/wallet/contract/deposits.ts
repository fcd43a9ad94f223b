import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { id, pageInput, pageOf } from '#kit/contract/schemas.ts';
import { requestId, view, withdraw, withdrawalStates } from './shared.ts';

export const depositsContract = {
  checkDeposit: defineEndpoint({
    method: 'GET',
    path: '/api/blade-user/checkUserYj',
    access: view,
    input: z.object({ userId: id().optional() }),
    output: z.object({
      /** the caller works with the wallet that pays it and gets it back */
      own: z.boolean(),
      paid: z.boolean(),
      depositFen: z.int(),
      requiredFen: z.int(),
      missingFen: z.int(),
      availableFen: z.int(),
      /** asked back and not yet decided */
      returning: z.object({ id: z.string(), amountFen: z.int(), state: z.enum(withdrawalStates) }).nullable(),
    }),
    summary: 'Whether the organisation of a user has paid its deposit',
  }),
  payDeposit: defineEndpoint({
    method: 'POST',
    path: '/api/blade-userwithdrawal/userwithdrawal/payDeposit',
    access: withdraw,
    input: z.object({ requestId: requestId() }),
    output: z.object({ depositFen: z.int() }),
    summary: 'Pays what is missing of the deposit out of the wallet',
  }),
  listDeposits: defineEndpoint({
    method: 'GET',
    path: '/api/blade-userwithdrawal/userwithdrawal/deposits',
    access: view,
    input: pageInput({}, ['place']),
    output: pageOf(
      z.object({
        transferId: z.string(),
        place: z.int(),
        createdAt: z.string(),
        kind: z.string(),
        amountFen: z.int(),
        balanceFen: z.int(),
        remark: z.string(),
      }),
    ),
    summary: 'Deposits paid and returned',
  }),
};
