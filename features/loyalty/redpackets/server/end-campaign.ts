import { settleWorth } from '#features/money/allowance/server/public.ts';
import {
  type AccountName,
  campaignAccount,
  lockAccounts,
  mintAccount,
  postTransfers,
  readBalances,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { livingWallet, takeWallet } from '#features/money/wallet/server/public.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emitAll } from '#kit/server/outbox.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { update } from '#kit/server/tables.ts';
import { unitOf } from '../contract/kinds.ts';
import { redPacketCampaigns, redPackets } from '../tables.ts';
import {
  type CampaignRow,
  countPackets,
  lockCampaign,
  openCampaigns,
  sitesOfCampaign,
} from './campaign-queries.ts';
import { tellsOf } from './start-campaign.ts';

/** Where the rest of a campaign goes: the wallet it came from, or the one that stands in for it; coins go to the mint. */
export async function sourceOf(reader: Reader, row: CampaignRow): Promise<AccountName> {
  const { tenantId, walletId, target } = row;
  if (target === 'coin') return mintAccount(tenantId, 'coin');
  return walletAccount(tenantId, await livingWallet(reader, tenantId, walletId), 'available');
}

/** All that the campaign still has goes back. `why` is the end of the campaign, or a transfer that came back after it. */
export async function releaseRest(tx: Tx, row: CampaignRow, why: string, now: Date): Promise<void> {
  const { tenantId, id, walletId, target, name } = row;
  // who closes the wallet waits, or was quicker and left an heir
  if (target !== 'coin') await takeWallet(tx, tenantId, walletId, 'use');
  const account = campaignAccount(tenantId, id, unitOf(target));
  const source = await sourceOf(tx, row);
  await lockAccounts(
    tx,
    [account, source].map((one) => ({ account: one, spread: id })),
  );
  const [rest] = await readBalances(tx, [account]);
  if (!rest || rest.balance === 0) return;
  await postTransfers(tx, [
    {
      key: `red-packet-rest:${why}`,
      tenantId,
      kind: 'red-packet-rest',
      subject: { kind: 'redPacketCampaign', id },
      legs: [
        { account, amount: -rest.balance },
        { account: source, amount: rest.balance },
      ],
      note: { remark: name },
      at: now,
    },
  ]);
}

/** What was given in the end is what counts against the allowance. */
export async function settleGiven(tx: Tx, { tenantId, id }: CampaignRow): Promise<void> {
  const { given } = (await countPackets(tx, tenantScope(tenantId), [id]))(id);
  await settleWorth(tx, tenantId, { door: 'redPacket', subjectId: id }, given);
}

/**
 * The row is held. Packets that are being opened at this moment are waited for; none is opened afterwards. Transfers under
 * way go on: what comes back of them goes to the wallet then.
 */
export async function endCampaign(tx: Tx, row: CampaignRow, now: Date): Promise<void> {
  const scope = tenantScope(row.tenantId);
  await update(tx, scope, redPackets, { campaignId: row.id, state: 'free' }, { state: 'left' });
  await update(tx, scope, redPacketCampaigns, { id: row.id }, { endedAt: now });
  await settleGiven(tx, row);
  await releaseRest(tx, row, row.id, now);
}

/** A campaign is over when its last day is, at the last of its sites. */
async function isOver(reader: Reader, row: CampaignRow, now: Date): Promise<boolean> {
  const sites = await sitesOfCampaign(reader, row);
  if (sites.length === 0) return businessDay(now) > row.untilDay;
  return sites.every((site) => siteDay(site, now) > row.untilDay);
}

/** Every few minutes: campaigns whose last day is over. */
export async function endOverCampaigns({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const today = businessDay(now);
  let ended = 0;
  for (const open of await openCampaigns(db.read, platformScope)) {
    // a day is over nowhere before it is over here by more than half a day
    if (open.untilDay > today || !(await isOver(db.read, open, now))) continue;
    await db.transaction(async (tx) => {
      const row = await lockCampaign(tx, open.tenantId, open.id);
      if (row.endedAt) return;
      await endCampaign(tx, row, now);
      await emitAll(tx, tellsOf(row));
      ended += 1;
    });
  }
  return ended;
}
