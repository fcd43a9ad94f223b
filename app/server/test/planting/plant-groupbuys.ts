import { groupBuysContract as groupBuys } from '#features/loyalty/groupbuys/contract.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { People, Planter } from './planter.ts';

/** Words of staff about codes that the demo has verified: the platform does not cancel one, and has never heard of another. */
export async function plantGroupBuys(planter: Planter, { merchant }: People): Promise<void> {
  const verified = async (platform: 'douyin' | 'meituan') => {
    const { records } = await merchant.call(groupBuys.listVerifications, {
      platform,
      state: 'granted',
      // the oldest is of the demo's past: what a journey verified is known to the platform
      ...{ sort: 'createdAt', order: 'asc', size: 1 },
    });
    return records[0]!;
  };
  const { id } = await verified('meituan');
  await planter.write(merchant, groupBuys.cancelVerification, { id });
  const day = businessDay(new Date((await verified('douyin')).createdAt));
  await merchant.call(groupBuys.compareDay, { platform: 'douyin', day });
  const open = { platform: 'douyin', state: 'open', size: 1 } as const;
  const [difference] = (await merchant.call(groupBuys.listDifferences, open)).records;
  await planter.write(merchant, groupBuys.noteDifference, { id: difference!.id });
}
