import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { amountOf, choiceOf, id, instant, moneyFen, pageInput, pageOf } from '#kit/contract/schemas.ts';
import { maybeSiteFields } from '#kit/contract/things.ts';

/** What one may spend now; what waits for a machine's answer is apart. */
const purse = {
  balanceFen: moneyFen(),
  coins: z.int(),
  tickets: z.int(),
  points: z.int(),
  heldFen: moneyFen(),
  heldCoins: z.int(),
};

/** What may be spent at a shop, and what of it stands at other shops of the merchant. */
export const spendable = {
  balanceFen: moneyFen(),
  coins: z.int(),
  elsewhereFen: moneyFen(),
  elsewhereCoins: z.int(),
};

/** all: at every shop of the merchant; some: at those of the same operator, each says how much; site: where it stands */
const reach = () => choiceOf('playerapp:reach', ['site', 'some', 'all']);

const ownMoney = z.object({
  merchantId: z.string(),
  merchantName: z.string(),
  ...purse,
  reach: reach(),
  /** the same, shop by shop; what is good at all of them has no shop. With what may be spent there, from wherever */
  fields: z.array(z.object({ ...maybeSiteFields, ...purse, spendFen: moneyFen(), spendCoins: z.int() })),
});
export type OwnMoney = z.infer<typeof ownMoney>;

export const recordUnits = ['coin', 'ticket', 'point', 'fen'] as const;

export const moneyContract = {
  readOwnMoney: get('/api/blade-player/player/balanceList', 'player', {
    output: z.array(ownMoney),
    summary: 'Balance, coins, tickets and points of the player, merchant by merchant',
  }),
  readSpendable: get('/api/blade-player/player/spendable', 'player', {
    input: z.object({ fieldId: id() }),
    output: z.object({ merchantName: z.string(), reach: reach(), ...spendable }),
    summary: 'What the player may spend at a shop, and where else it is good',
  }),
  listOwnRecords: get('/api/blade-player/player/recordList', 'player', {
    input: pageInput({ unit: choiceOf('playerapp:unit', recordUnits).default('coin') }, ['at']),
    output: pageOf(
      z.object({
        id: z.string(),
        at: instant(),
        /** what happened, in the caller's language */
        what: z.string(),
        merchantName: z.string(),
        ...maybeSiteFields,
        unit: choiceOf('playerapp:unit', recordUnits),
        amount: amountOf('unit', 'kit:pieces', true),
        balanceAfter: amountOf('unit'),
      }),
    ),
    summary: 'What came to the player’s coins, tickets, points or balance and went from them',
  }),
};
