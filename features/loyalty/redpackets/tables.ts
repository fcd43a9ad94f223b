import { bigint, boolean, date, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { Audience, ClaimState, Split, Target } from './contract/kinds.ts';

const id = () => uuid('id').notNull();
const amount = (name: string) => bigint(name, { mode: 'number' });
const day = (name: string) => date(name, { mode: 'string' });

/** Nothing of it changes but its end: what was promised to players stays as it was. */
export const redPacketCampaigns = tenantTable('red_packet_campaign', {
  id: id(),
  createdAt: createdAtColumn(),
  name: text('name').notNull(),
  /** in the link; it opens nothing by itself */
  token: text('token').notNull(),
  target: text('target').$type<Target>().notNull(),
  split: text('split').$type<Split>().notNull(),
  pieces: integer('pieces').notNull(),
  /** fen, or coins */
  budget: amount('budget').notNull(),
  audience: text('audience').$type<Audience>().notNull(),
  levelId: uuid('level_id'),
  topUpFen: amount('top_up_fen'),
  awayDays: integer('away_days'),
  needsPhone: boolean('needs_phone').notNull(),
  holdOutPercent: integer('hold_out_percent').notNull(),
  /** empty: at all sites */
  siteIds: uuid('site_ids').array().notNull(),
  fromDay: day('from_day').notNull(),
  untilDay: day('until_day').notNull(),
  /** whose money it is */
  walletId: text('wallet_id').notNull(),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
  endedAt: instantColumn('ended_at'),
});

/** Divided when the campaign starts, so that the sum is right in any case. */
export const redPackets = tenantTable('red_packet', {
  id: id(),
  campaignId: uuid('campaign_id').notNull(),
  number: integer('number').notNull(),
  amount: amount('amount').notNull(),
  /** left: nobody opened it before the end */
  state: text('state').$type<'free' | 'taken' | 'left'>().notNull(),
});

export const redPacketClaims = siteTable('red_packet_claim', {
  id: id(),
  createdAt: createdAtColumn(),
  campaignId: uuid('campaign_id').notNull(),
  packetId: uuid('packet_id').notNull(),
  siteId: uuid('site_id').notNull(),
  playerId: uuid('player_id').notNull(),
  /** the record of the person then: it stays when records are joined */
  claimedAs: uuid('claimed_as').notNull(),
  /** keyed: one packet for a phone, by whichever account */
  phoneHash: text('phone_hash'),
  amount: amount('amount').notNull(),
  state: text('state').$type<ClaimState>().notNull(),
  payoutId: uuid('payout_id'),
  confirm: jsonb('confirm').$type<{ mchId: string; appId: string; package: string }>(),
  reason: text('reason').notNull().default(''),
  endedAt: instantColumn('ended_at'),
});

/** Who could have opened a packet of the campaign, and whether it was shown: drawn once, at the first meeting. */
export const redPacketGuests = tenantTable('red_packet_guest', {
  id: id(),
  campaignId: uuid('campaign_id').notNull(),
  playerId: uuid('player_id').notNull(),
  /** the record of the person then: it stays when records are joined */
  drawnAs: uuid('drawn_as').notNull(),
  heldOut: boolean('held_out').notNull(),
  drawnAt: instantColumn('drawn_at').notNull(),
});
