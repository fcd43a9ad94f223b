import { siteClock } from '#features/base/sites/server/public.ts';
import { markDue } from '#features/machines/ads/server/public.ts';
import {
  type PostedTransfer,
  platformAds,
  postTransfers,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { walletForSale } from '#features/money/wallet/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import type { Tx } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, insert, type RowOf, update } from '#kit/server/tables.ts';
import { cutToBudget } from '../rules/judge-hour.ts';
import { adAcceptances, adIncomes, adTasks } from '../tables.ts';

export type TaskRow = RowOf<typeof adTasks>;
export interface Hour {
  tenantId: string;
  deviceId: string;
  siteId: string;
  hourAt: Date;
  plays: number;
  turn: number;
  doubtId: string | null;
}

const keyOf = (taskId: string, { deviceId, hourAt, turn, doubtId }: Hour) =>
  doubtId ? `ad-doubt:${doubtId}` : `ad-income:${taskId}:${deviceId}:${hourAt.toISOString()}:${turn}`;

/** Where each site settles; sites in their order, as everybody takes them. */
async function walletsOf(tx: Tx, hours: readonly Hour[]): Promise<Map<string, string>> {
  const wallets = new Map<string, string>();
  for (const { tenantId, siteId } of hours.toSorted((one, other) => one.siteId.localeCompare(other.siteId)))
    if (!wallets.has(siteId)) wallets.set(siteId, (await walletForSale(tx, tenantId, siteId)).walletId);
  return wallets;
}

/**
 * Pays plays of a task, whose row the caller holds: in turn, as far as the budget goes. What is left over of the last ones is noted
 * as cut. When the budget is spent, machines stop showing it. Returns what was paid.
 */
export async function bookIncome(tx: Tx, task: TaskRow, hours: readonly Hour[], now: Date): Promise<number> {
  let leftFen = task.budgetFen - task.paidFen;
  const parts = hours.map((hour) => {
    const part = cutToBudget(hour.plays, { priceFen: task.priceFen, leftFen });
    leftFen -= part.amountFen;
    return { hour, part };
  });
  const paid = parts.filter(({ part }) => part.amountFen > 0);
  const wallets = await walletsOf(
    tx,
    paid.map(({ hour }) => hour),
  );
  // in one call: the books take all accounts in their order
  const posted = await postTransfers(
    tx,
    paid.map(({ hour, part }) => ({
      key: keyOf(task.id, hour),
      tenantId: hour.tenantId,
      kind: 'ad-income',
      subject: { kind: 'adTask', id: task.id },
      legs: [
        {
          account: walletAccount(hour.tenantId, wallets.get(hour.siteId)!, 'available'),
          amount: part.amountFen,
        },
        { account: platformAds, amount: -part.amountFen },
      ],
      note: { remark: task.title },
      at: now,
    })),
  );
  const transfers = new Map(paid.map(({ hour }, index) => [hour, posted[index] as PostedTransfer]));
  for (const { hour, part } of parts) {
    const { tenantId, deviceId, siteId, hourAt, turn, doubtId } = hour;
    const scope = tenantScope(tenantId);
    await insert(tx, scope, adIncomes, {
      ...{
        id: newId(now.getTime()),
        createdAt: now,
        taskId: task.id,
        deviceId,
        siteId,
        hourAt,
        turn,
        doubtId,
      },
      day: siteDay(await siteClock(tx, scope, siteId), hourAt),
      ...part,
      walletId: part.amountFen > 0 ? wallets.get(siteId)! : null,
      transferId: transfers.get(hour)?.id ?? null,
    });
  }
  const paidFen = task.budgetFen - leftFen;
  if (paidFen === task.paidFen) return 0;
  await update(tx, platformScope, adTasks, { id: task.id }, { paidFen });
  if (leftFen < task.priceFen) await takeOff(tx, task.id);
  return paidFen - task.paidFen;
}

/** Machines that have the task are sent their content without it. */
export async function takeOff(tx: Tx, taskId: string): Promise<void> {
  const showing = await find(tx, platformScope, adAcceptances, { taskId, endedAt: null });
  const byTenant = [...Map.groupBy(showing, ({ tenantId }) => tenantId)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  for (const [tenantId, those] of byTenant)
    await markDue(
      tx,
      tenantId,
      those.map(({ deviceId }) => deviceId),
    );
}
