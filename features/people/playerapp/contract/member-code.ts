import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { amountOf, bool, choiceOf, flagOf, instant, moneyFen, shownPhone } from '#kit/contract/schemas.ts';
import { siteFields } from '#kit/contract/things.ts';
import { chargeChanged, chargeFields } from './charge.ts';

/** How long a code is shown; the shop's scanner gets some seconds more. */
export const codeSeconds = 30;

export const isMemberCode = (text: string): boolean => /^CYM[\w-]{43}$/.test(text.trim());

export const memberCodeContract = {
  readMemberCodes: get('/api/blade-player/player/memberCode', 'player', {
    rate: { max: 60, windowSeconds: 60 },
    /** one after the other, told from now on: a phone's clock may be wrong, and its network away for a while */
    output: z.object({
      codes: z.array(z.object({ code: z.string(), startsInMs: z.int(), endsInMs: z.int() })),
    }),
    summary: 'Codes by which a shop recognises the player, for the next two minutes',
  }),
  identifyMember: get('/api/blade-player/player/identifyMember', permit('playerapp.identify'), {
    changes: true,
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({ code: z.string().trim().max(60) }),
    output: z.object({
      playerId: z.string(),
      playerName: z.string(),
      phone: shownPhone().nullable(),
      platform: choiceOf('players:platform', ['wechat', 'alipay', 'phone']),
      scannedAt: instant('second'),
      /** a card or an identity for refunds is written down */
      papers: flagOf('playerapp:papers'),
      /** what was charged by this code */
      charge: z.object(chargeFields).nullable(),
      /** there is money that is good at a site of the caller, also where it stands at another one of a shared balance */
      chargeable: bool(),
      balanceFen: moneyFen(),
      unit: z.literal('coin'),
      coins: amountOf('unit'),
      /** at the sites the caller sees */
      fields: z.array(
        z.object({ ...siteFields, balanceFen: moneyFen(), unit: z.literal('coin'), coins: amountOf('unit') }),
      ),
    }),
    refreshedBy: [chargeChanged],
    summary: 'Who shows a code, and what they own here; a code serves one person of the staff, once',
  }),
};
