import { hourMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { nameReviews } from './tables.ts';

const { merchant2 } = demoTenants;
const userId = (account: string) => demoId(`user:${account}`);

/** Something real to act on: a name that waits for the platform, and the log entry of who asked for it. */
async function seedReviews(tx: Tx, now: Date): Promise<void> {
  const id = demoId('name-review:merchant2');
  const [oldName, newName] = ['星河电玩', '星河电玩城（观前街店）'];
  await insert(tx, tenantScope(merchant2), nameReviews, {
    id,
    createdAt: new Date(now.getTime() - 5 * hourMs),
    oldName,
    newName,
    realName: '林晓彤',
    createdBy: userId('merchant2'),
  });
  const session = { userId: userId('merchant2'), tenantId: merchant2, account: 'merchant2', name: '林晓彤' };
  await audit(
    tx,
    { session, address: '127.0.0.1' },
    {
      action: 'accounts.requestNameChange',
      entity: 'nameReview',
      entityId: id,
      label: newName,
      before: { name: oldName },
      after: { name: newName },
    },
  );
}

const part: DemoPart = {
  order: 12,
  async seed(tx, services) {
    await seedReviews(tx, services.clock.now());
  },
};
export default part;
