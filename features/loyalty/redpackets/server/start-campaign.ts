import { randomBytes, randomInt } from 'node:crypto';
import { assertSites, siteHours } from '#features/base/sites/server/public.ts';
import { type Agreed, type DoorKeeper, giveOrAsk, worthOf } from '#features/money/allowance/server/public.ts';
import {
  campaignAccount,
  mintAccount,
  postTransfers,
  type TransferRequest,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { requireProduct } from '#features/money/onboarding/server/public.ts';
import {
  assertFree,
  lockMoney,
  spendAvailable,
  spendableWallet,
  takeOwner,
  takeWallet,
  walletOfUser,
} from '#features/money/wallet/server/public.ts';
import { assertLevel } from '#features/people/members/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { assertFromNow } from '#kit/kernel/from-now.ts';
import { newId } from '#kit/kernel/ids.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { daysBetween } from '#kit/kernel/site-day.ts';
import { addRow, subjectOf } from '#kit/server/change.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { siteTopic, tenantTopic, told } from '#kit/server/outbox.ts';
import { assertWhole, tenantScope } from '#kit/server/scope.ts';
import { insertMany } from '#kit/server/tables.ts';
import { campaignCalls, leastEachFen, mostDays, mostEachCoins, mostEachFen } from '../contract/campaigns.ts';
import { redPacketsChanged, unitOf } from '../contract/kinds.ts';
import { splitByChance, splitEvenly, splitProblem } from '../rules/split-rules.ts';
import { redPacketCampaigns, redPackets } from '../tables.ts';
import type { CampaignRow } from './campaign-queries.ts';

export type Wish = ParsedInputOf<typeof campaignCalls.startCampaign>;

interface Saved {
  id: string;
  wish: Wish;
}

/** What pages are told of a campaign. */
export const tellsOf = ({ tenantId, siteIds }: Pick<CampaignRow, 'tenantId' | 'siteIds'>) => [
  told(siteIds.length > 0 ? siteTopic(tenantId, ...siteIds) : tenantTopic(tenantId), redPacketsChanged),
];

export const campaignSubject = subjectOf(redPacketCampaigns, {
  entity: 'redPacketCampaign',
  label: ({ name }) => name,
  alive: { endedAt: null },
  unlogged: ['token'],
  tells: tellsOf,
});

const limitsOf = (target: Wish['target']) =>
  target === 'coin' ? { least: 1, most: mostEachCoins } : { least: leastEachFen, most: mostEachFen };

const randomOf = () => randomInt(2 ** 32) / 2 ** 32;

/** The packets of a wish; each field that says too little or too much is named. */
export function packetsOf({
  target,
  split,
  pieces,
  eachFen,
  eachCoins,
  budgetFen,
  budgetCoins,
}: Wish): number[] {
  const isCoin = target === 'coin';
  if (split === 'fixed') {
    const each = isCoin ? eachCoins : eachFen;
    if (!each) throw invalidField(isCoin ? 'eachCoins' : 'eachFen', 'kit:validation.required');
    return splitEvenly(each, pieces);
  }
  const field = isCoin ? 'budgetCoins' : 'budgetFen';
  const total = isCoin ? budgetCoins : budgetFen;
  if (!total) throw invalidField(field, 'kit:validation.required');
  const limits = limitsOf(target);
  const problem = splitProblem({ total, pieces, ...limits });
  const say = (amount: number) => (isCoin ? String(amount) : formatFen(amount));
  if (problem)
    throw invalidField(field, `redpackets:error.${problem}`, {
      least: say(limits.least * pieces),
      most: say(limits.most * pieces),
    });
  return splitByChance({ total, pieces, ...limits }, randomOf);
}

/** What the fields can not say one by one. */
async function assertWish(tx: Tx, { session, clock, services }: StaffContext, wish: Wish): Promise<void> {
  const { scope, tenantId, userId } = session;
  const { siteIds, fromDay, untilDay, audience } = wish;
  if (siteIds.length > 0) await assertSites(tx, scope, siteIds);
  else assertWhole(scope, 'redpackets:error.allSites');
  if (untilDay < fromDay) throw invalidField('untilDay', 'redpackets:error.untilFirst');
  if (daysBetween(fromDay, untilDay) >= mostDays)
    throw invalidField('untilDay', 'redpackets:error.tooLong', { days: mostDays });
  const [site] = siteIds.length === 1 ? [...(await siteHours(tx, scope, siteIds)).values()] : [];
  const names = { toDay: 'untilDay' };
  assertFromNow({ fromDay, toDay: untilDay }, clock.now(), { names, ...(site && { clock: site }) });
  if (audience === 'level') {
    if (!wish.levelId) throw invalidField('levelId', 'kit:validation.required');
    await assertLevel(tx, tenantScope(tenantId), wish.levelId);
  }
  if (audience === 'toppedUp' && !wish.topUpFen) throw invalidField('topUpFen', 'kit:validation.required');
  if (audience === 'away' && !wish.awayDays) throw invalidField('awayDays', 'kit:validation.required');
  if (wish.target === 'wechat') await requireProduct(tx, services, tenantId, 'transfer', userId);
}

/**
 * Sets the budget aside. Money leaves the wallet as by a withdrawal where players get it into their WeChat: what was topped
 * up lately does not go that way. Coins come from the mint, and what is left goes back there.
 */
async function setAside(tx: Tx, context: StaffContext, row: CampaignRow): Promise<void> {
  const { tenantId, id, budget, walletId, target, name } = row;
  const account = campaignAccount(tenantId, id, unitOf(target));
  const transfer = (from: TransferRequest['legs'][number]['account']): TransferRequest => ({
    key: `red-packet-start:${id}`,
    tenantId,
    kind: 'red-packet-start',
    subject: { kind: 'redPacketCampaign', id },
    legs: [
      { account: from, amount: -budget },
      { account, amount: budget },
    ],
    note: { remark: name, userName: context.session.name },
    at: context.clock.now(),
  });
  if (target === 'coin') {
    await postTransfers(tx, [transfer(mintAccount(tenantId, 'coin'))]);
    return;
  }
  await lockMoney(tx, tenantId);
  await takeWallet(tx, tenantId, walletId, 'use');
  const wallet = await spendableWallet(tx, context.session, walletId);
  await takeOwner(tx, wallet);
  if (target === 'wechat') await assertFree(tx, context.services, wallet, budget);
  await spendAvailable(tx, wallet, transfer(walletAccount(tenantId, walletId, 'available')));
}

/** Started where the allowance covers the budget; else it waits for a second person. Answers the request, or null. */
export async function startOrAsk(
  tx: Tx,
  context: StaffContext,
  { id, wish }: Saved,
  agreed?: Agreed,
): Promise<string | null> {
  const { services, session } = context;
  const { tenantId, scope, userId, name: userName } = session;
  await assertWish(tx, context, wish);
  const packets = packetsOf(wish);
  const budget = packets.reduce((sum, amount) => sum + amount, 0);
  const isCoin = wish.target === 'coin';
  const asked = await giveOrAsk(
    tx,
    context,
    {
      ...{ door: 'redPacket', subjectId: id, units: budget, label: wish.name },
      worthFen: isCoin ? await worthOf(tx, services, { coin: budget }, tenantId) : budget,
      tells: [
        {
          key: `redpackets:asks.${wish.target}`,
          params: { pieces: wish.pieces, amount: isCoin ? budget : formatFen(budget) },
        },
      ],
      payload: { id, wish } satisfies Saved,
      field: wish.split === 'fixed' ? 'pieces' : isCoin ? 'budgetCoins' : 'budgetFen',
    },
    agreed,
  );
  if (asked) return asked;
  const { audience } = wish;
  const row = await addRow(
    tx,
    context,
    campaignSubject,
    { action: 'redpackets.start' },
    {
      ...{
        id,
        createdAt: context.clock.now(),
        name: wish.name,
        token: randomBytes(12).toString('base64url'),
      },
      ...{ target: wish.target, split: wish.split, pieces: wish.pieces, budget, audience },
      levelId: audience === 'level' ? (wish.levelId ?? null) : null,
      topUpFen: audience === 'toppedUp' ? (wish.topUpFen ?? null) : null,
      awayDays: audience === 'away' ? (wish.awayDays ?? null) : null,
      ...{ needsPhone: wish.needsPhone, holdOutPercent: wish.holdOutPercent },
      ...{ siteIds: wish.siteIds, fromDay: wish.fromDay, untilDay: wish.untilDay },
      ...{ walletId: await walletOfUser(tx, tenantId, userId), userId, userName },
    },
  );
  await insertMany(
    tx,
    scope,
    redPackets,
    packets.map((amount, place) => ({
      ...{ id: newId(), campaignId: id, number: place + 1, amount, state: 'free' as const },
    })),
  );
  await setAside(tx, context, row);
  return null;
}

export const redPacketDoor: DoorKeeper = {
  right: campaignCalls.startCampaign.access,
  async carryOut(tx, context, payload, agreed) {
    await startOrAsk(tx, context, payload as Saved, agreed);
  },
};
