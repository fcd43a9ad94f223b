import type { Ground } from '#app/server/test/planting/planter.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { demoId } from '#kit/server/demo.ts';
import type { Api } from './api.ts';

/** Texts are planted beside a browser, on the server that it looks at. */
export const browserGround = (api: Api): Ground => ({
  nobody: api.client(),
  as: api.as,
  withToken: api.client,
  encrypt: api.encrypt,
  codeOf: api.codeOf,
  async newMachine(type, fieldId) {
    const merchant = await api.as('merchant');
    const free = (await merchant.call(fleetContract.listFreeMachines, {})).findLast(
      (one) => one.type === type,
    );
    const made = await merchant.call(fleetContract.registerDevice, {
      ...{ type, fieldId },
      ...(free ? { code: free.code, claimPin: free.claimPin } : { controlled: false }),
    });
    return made.equipmentId;
  },
  // those that no journey works with
  machine: async (type) => demoId(type === 'claw' ? 'device:CW10021' : 'device:CX10004'),
});
