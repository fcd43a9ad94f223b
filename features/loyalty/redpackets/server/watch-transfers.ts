import { type AccountName, campaignAccount, readBalances } from '#features/money/ledger/server/public.ts';
import {
  latePayouts,
  onPayments,
  type PayoutEnd,
  takeOverLatePayout,
} from '#features/money/payments/server/public.ts';
import { takeWallet } from '#features/money/wallet/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, emitAll, playerTopic } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';
import { ownPacketChanged } from '../contract/kinds.ts';
import { type CampaignRow, lockCampaign } from './campaign-queries.ts';
import { type ClaimRow, changeClaim, lockClaim } from './claim-queries.ts';
import { releaseRest, settleGiven, sourceOf } from './end-campaign.ts';
import { tellsOf } from './start-campaign.ts';

const subjectKind = 'redPacketClaim';

async function announce(tx: Tx, claim: ClaimRow, campaign: CampaignRow): Promise<void> {
  await emit(tx, playerTopic(claim.playerId), ownPacketChanged);
  await emitAll(tx, tellsOf(campaign));
}

const campaignOf = (tx: Tx, { tenantId, campaignId }: ClaimRow) =>
  lockCampaign(tx, tenantId, campaignId, 'share');

/**
 * What became of a transfer. One that failed, or that nobody confirmed in time, has given the money back to the campaign; where
 * that has ended meanwhile it goes on to the wallet.
 */
async function payoutEnded(tx: Tx, services: Services, payout: PayoutEnd): Promise<void> {
  const claim = await lockClaim(tx, payout.subject.id);
  if (claim.payoutId !== payout.id || claim.endedAt) return;
  const campaign = await campaignOf(tx, claim);
  const now = services.clock.now();
  const isPaid = payout.state === 'done';
  const ended = await changeClaim(tx, claim, {
    state: isPaid ? 'paid' : 'returned',
    reason: isPaid ? '' : (payout.reason ?? ''),
    confirm: null,
    endedAt: now,
  });
  if (!isPaid && campaign.endedAt) {
    await settleGiven(tx, campaign);
    await releaseRest(tx, campaign, claim.id, now);
  }
  await announce(tx, ended, campaign);
}

/** The account that pays for a transfer which arrived after it had failed: the campaign, after its end the wallet. */
async function payerOf(tx: Tx, campaign: CampaignRow): Promise<AccountName> {
  return campaign.endedAt ? sourceOf(tx, campaign) : campaignAccount(campaign.tenantId, campaign.id, 'fen');
}

/** Paid after all, though it had failed. Where nothing is left to pay it with, it stays with the platform's administrator. */
async function paidLate(tx: Tx, services: Services, claim: ClaimRow): Promise<void> {
  if (claim.state !== 'returned') return;
  const { tenantId, id } = claim;
  const [late] = await latePayouts(tx, tenantId, { kind: subjectKind, id });
  if (!late) return;
  const campaign = await campaignOf(tx, claim);
  const debit = await payerOf(tx, campaign);
  const [held] = await readBalances(tx, [debit]);
  if (!held || held.available < late.amountFen) return;
  await takeOverLatePayout(tx, services, { tenantId, id: late.id, debit });
  const paid = await changeClaim(tx, claim, { state: 'paid', reason: '' });
  if (campaign.endedAt) await settleGiven(tx, campaign);
  await announce(tx, paid, campaign);
}

export function watchTransfers(services: Services): void {
  onPayments(services, {
    moving: async (tx, { subject, why }) => {
      if (subject.kind !== subjectKind || (why !== 'payoutEnded' && why !== 'payoutDoneLate')) return [];
      const campaign = await campaignOf(tx, await lockClaim(tx, subject.id));
      await takeWallet(tx, campaign.tenantId, campaign.walletId, 'use');
      return [campaignAccount(campaign.tenantId, campaign.id, 'fen'), await sourceOf(tx, campaign)];
    },
    payoutEnded: async (tx, payout) => {
      if (payout.subject.kind === subjectKind) await payoutEnded(tx, services, payout);
    },
    payoutDoneLate: async (tx, payout) => {
      if (payout.subject.kind === subjectKind)
        await paidLate(tx, services, await lockClaim(tx, payout.subject.id));
    },
    payoutNeedsConfirm: async (tx, payout) => {
      if (payout.subject.kind !== subjectKind) return;
      const claim = await lockClaim(tx, payout.subject.id);
      if (claim.payoutId !== payout.id || claim.endedAt) return;
      const waiting = await changeClaim(tx, claim, { state: 'confirm', confirm: payout.confirm });
      await announce(tx, waiting, await campaignOf(tx, waiting));
    },
  });
}
