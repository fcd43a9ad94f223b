import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import { id, instant, int, moneyFen, pageInput, pageOf } from '#kit/contract/schemas.ts';
import { base, code, platform, verificationState, verificationsChanged } from './kinds.ts';
import { mostUses, preparedCode } from './verifications.ts';

const { get, post } = callsAbout({ refreshedBy: [verificationsChanged], emits: [verificationsChanged] });

const own = z.object({
  id: z.string(),
  createdAt: instant(),
  platform: platform(),
  state: verificationState(),
  title: z.string(),
  codeEnd: z.string(),
  amountFen: moneyFen(),
  worthText: z.string(),
  fieldId: z.string(),
  fieldName: z.string(),
});
export type OwnVerification = z.infer<typeof own>;

export const ownCalls = {
  readOwnShop: get(`${base}/player/shop`, 'public', {
    rate: { max: 240, windowSeconds: 60 },
    input: z.object({ fieldId: id() }),
    output: z.object({
      fieldId: z.string(),
      fieldName: z.string(),
      /** whose codes are taken at this shop; none: it takes none */
      platforms: z.array(platform()),
    }),
    summary: 'Whose codes a shop takes',
  }),
  prepareOwnCode: post(`${base}/player/prepare`, 'player', {
    rate: { max: 20, windowSeconds: 60 },
    input: z.object({ fieldId: id(), platform: platform(), code: code() }),
    output: preparedCode,
    summary: 'What a code of the player is good for at this shop. Unknown and used codes get the same answer',
  }),
  redeemOwnCode: post(`${base}/player/redeem`, 'player', {
    lets: 'coins',
    books: 'money',
    input: z.object({ id: id(), uses: int(1, mostUses).default(1) }),
    output: own.extend({ granted: z.int(), usesLeft: z.int() }),
    summary: 'Verifies the player’s prepared code and gives what it is good for',
  }),
  listOwnVerifications: get(`${base}/player/list`, 'player', {
    input: pageInput({}, ['createdAt']),
    output: pageOf(own),
    summary: 'Codes that the player has redeemed',
  }),
  readOwnVerification: get(`${base}/player/detail`, 'player', {
    input: z.object({ id: id() }),
    output: own,
    summary: 'What became of a code: while the platform has not answered it is asked again',
  }),
};
