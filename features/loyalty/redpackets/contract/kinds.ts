import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf } from '#kit/contract/schemas.ts';

export const base = '/api/blade-redPacket' as const;

export const view = permit('redpackets.view');
/** starts campaigns with the merchant's money, and ends them */
export const edit = permit('redpackets.edit');

export const redPacketsChanged = defineEvent('redpackets.changed');
/** to the player: the money of an own packet is waiting, has arrived or has gone back */
export const ownPacketChanged = defineEvent('redpackets.own');

/** Where the value of a packet goes. */
export const targets = ['coin', 'balance', 'wechat'] as const;
export type Target = (typeof targets)[number];
export const target = () => choiceOf('redpackets:target', targets);

export const packetUnits = ['fen', 'coin'] as const;
export type PacketUnit = (typeof packetUnits)[number];
export const packetUnit = () => choiceOf('ledger:unit', packetUnits);
export const unitOf = (into: Target): PacketUnit => (into === 'coin' ? 'coin' : 'fen');

export const splits = ['fixed', 'random'] as const;
export type Split = (typeof splits)[number];
export const split = () => choiceOf('redpackets:split', splits);

export const audiences = ['everybody', 'new', 'level', 'toppedUp', 'away'] as const;
export type Audience = (typeof audiences)[number];
export const audience = () => choiceOf('redpackets:audience', audiences);

export const campaignStates = ['planned', 'running', 'spent', 'ended'] as const;
export type CampaignState = (typeof campaignStates)[number];
export const campaignState = () =>
  choiceOf('redpackets:state', campaignStates, {
    planned: 'waiting',
    running: 'good',
    spent: 'info',
    ended: 'quiet',
  });

/** given: coins or balance, at once. The others are steps of a transfer to WeChat. */
export const claimStates = ['given', 'paying', 'confirm', 'paid', 'returned'] as const;
export type ClaimState = (typeof claimStates)[number];
export const claimState = () =>
  choiceOf('redpackets:claimState', claimStates, {
    given: 'good',
    paying: 'info',
    confirm: 'waiting',
    paid: 'good',
    returned: 'bad',
  });

/** What the player's page shows. `none`: a member of the group that is not shown the packet. */
export const pageStates = [
  'open',
  'claimed',
  'none',
  'gone',
  'early',
  'over',
  'notYou',
  'needsPhone',
  'needsWechat',
] as const;
export type PageState = (typeof pageStates)[number];
export const pageState = () => choiceOf('redpackets:pageState', pageStates);

/** tooFew: people to say anything; chance: a difference this large is often chance. */
export const verdicts = ['tooFew', 'chance', 'more', 'less'] as const;
export type Verdict = (typeof verdicts)[number];
export const verdict = () =>
  choiceOf('redpackets:verdict', verdicts, { tooFew: 'quiet', chance: 'info', more: 'good', less: 'bad' });
