import { adtasksContract as adtasks } from '#features/selling/adtasks/contract.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import type { People, Planter } from './planter.ts';

/** A task with a picture that the demo has uploaded. */
export async function plantAdTasks(planter: Planter, { admin }: People): Promise<void> {
  const { records } = await admin.call(adtasks.listOffers, { size: 100 });
  const today = businessDay(new Date());
  await planter.write(admin, adtasks.offerTask, {
    ...{ link: records.at(-1)!.link, seconds: 10, priceFen: 1, budgetFen: 100, types: ['lottery'] },
    ...{ fromDay: today, toDay: addDays(today, 9) },
  });
}
