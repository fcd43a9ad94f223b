import { z } from 'zod';
import { deviceListed } from '#features/machines/devices/contract/events.ts';
import { deviceType } from '#features/machines/devices/contract/shared.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { ids } from '#kit/contract/schemas.ts';
import { machineFields } from '#kit/contract/things.ts';

const view = permit('devices.view');
const register = permit('devices.register');

/** How far the newest machines have come on the way to a first play. */
export const firstStepsContract = {
  readFirstMachine: get('/api/blade-zdEquipment/zdEquipment/firstMachine', view, {
    output: z.object({
      /** the machine that is nearest to its first play; null while there is none with a controller of ours */
      machine: z
        .object({
          ...machineFields,
          code: z.string(),
          type: deviceType(),
          /** what its label opens */
          playPath: z.string(),
        })
        .nullable(),
      /** one of them has spoken since it was registered */
      heard: z.boolean(),
      /** one of them has a price, or is of a type that needs none of its own */
      priced: z.boolean(),
      /** a label was made for one of them */
      labelled: z.boolean(),
    }),
    refreshedBy: [deviceListed],
    summary: 'Whether a machine is there, connected, priced and labelled, and which one comes first',
  }),
  // staff who may make labels say that they are made
  noteLabels: post('/api/blade-zdEquipment/zdEquipment/labelled', view, {
    input: z.object({ ids: ids() }),
    emits: [deviceListed],
    summary: 'Labels of these devices were made',
  }),
  listFreeMachines: get('/api/demo/machines', register, {
    onlyDemo: true,
    output: z.array(
      z.object({
        code: z.string(),
        claimPin: z.string(),
        type: deviceType(),
        model: z.string(),
        /** switched on and connected already */
        online: z.boolean(),
      }),
    ),
    refreshedBy: [deviceListed],
    summary: 'Simulated machines that nobody has registered, with the pin of each; a demo alone has them',
  }),
};
