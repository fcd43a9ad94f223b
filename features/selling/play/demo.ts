import type { DemoPart } from '#kit/server/demo.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { machineOdds } from './tables.ts';

/** The hall tells of a claw and a lipstick machine how they are set. */
const part: DemoPart = {
  order: 99,
  async seed(tx, { clock }) {
    const scope = tenantScope(demoTenants.merchant);
    for (const code of ['CW10002', 'LK10001'])
      await insert(tx, scope, machineOdds, {
        deviceId: demoId(`device:${code}`),
        publishedAt: clock.now(),
      });
  },
};

export default part;
