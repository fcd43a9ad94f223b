import { type DemoPart, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { handoverSettings } from './tables.ts';

const rules = `1. 积分和彩票在本店获得、在本店使用。
2. 兑换后请在 7 天内凭取货码到前台领取，过期自动退回。
3. 礼品数量有限，兑完为止。`;

/** A store that is open, keeps goods for a week and sends parcels. */
const part: DemoPart = {
  // before anything is sold or exchanged
  order: 85,
  async seed(tx) {
    await insert(tx, tenantScope(demoTenants.merchant), handoverSettings, {
      ...{ open: true, rules, banner: null, pickupDays: 7, shipping: true, passwordAbove: 1000 },
    });
  },
};

export default part;
