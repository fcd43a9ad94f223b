import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { amountOf, choiceOf, id, ids, instant, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { maybeMemberFields } from '#kit/contract/things.ts';
import { depositChanged } from './events.ts';
import { dayFilters, issue, machineFields, machineFilters, view } from './shared.ts';

export const depositUnits = ['coin', 'ticket'] as const;
export type DepositUnit = (typeof depositUnits)[number];
/** empty: the machine counted nothing; unknown: nobody can tell yet */
export const depositStates = ['counting', 'waiting', 'booked', 'empty', 'unknown'] as const;
export type DepositState = (typeof depositStates)[number];

const unit = () => choiceOf('kit:unitName', depositUnits);
const state = () =>
  choiceOf('coins:depositState', depositStates, {
    counting: 'info',
    waiting: 'waiting',
    booked: 'good',
    empty: 'quiet',
    unknown: 'waiting',
  });

const counted = {
  id: z.string(),
  createdAt: instant(),
  unit: unit(),
  /** null while the machine counts */
  amount: amountOf('unit').nullable(),
  state: state(),
  reasonName: z.string().nullable(),
  bookedAt: instant().nullable(),
};
const deposit = z.object({
  ...counted,
  ...machineFields,
  ...maybeMemberFields,
  bookedBy: z.string().nullable(),
});
export type DepositRecord = z.infer<typeof deposit>;

const base = '/api/blade-storagecoindetail/storagecoindetail' as const;

export const depositContract = {
  listDeposits: defineEndpoint({
    method: 'GET',
    path: `${base}/selectStorageCoinRecordVOList`,
    access: view,
    input: pageInput(
      {
        ...machineFilters,
        ...dayFilters,
        unit: unit().optional(),
        state: state().optional(),
      },
      ['createdAt', 'amount'],
    ),
    output: pageOf(deposit),
    refreshedBy: [depositChanged],
    summary: 'Coins and tickets that deposit machines counted, and whose account they went to',
  }),
  bookDeposits: defineEndpoint({
    method: 'POST',
    path: `${base}/batchInAccount`,
    access: issue,
    lets: 'coins',
    place: 'json',
    input: z.object({
      ids: ids(100),
      /** whose account, where the machine does not know whom it counted for */
      playerId: id().optional(),
    }),
    output: z.object({ booked: z.int(), coins: z.int(), tickets: z.int() }),
    emits: [depositChanged],
    summary: "Puts counted coins and tickets into a player's account, each once",
  }),
  startDeposit: defineEndpoint({
    method: 'GET',
    path: `${base}/playerOnLineStorageCoin`,
    access: 'player',
    changes: true,
    rate: { max: 20, windowSeconds: 60 },
    input: z.object({
      /** the code printed on the machine */
      equipmentId: text(24),
      unit: z.enum(depositUnits).default('coin'),
    }),
    output: z.object({ id: z.string() }),
    emits: [depositChanged],
    summary: 'A player lets a deposit machine count; answers the deposit to watch',
  }),
  readOwnDeposit: defineEndpoint({
    method: 'GET',
    path: `${base}/detail`,
    access: 'player',
    input: z.object({ id: id() }),
    output: z.object(counted),
    refreshedBy: [depositChanged],
    summary: "One of the player's own deposits",
  }),
};
