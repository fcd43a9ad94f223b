import { registerSearch } from '#features/base/lists/server/public.ts';
import { deviceCodeOf } from '#kit/protocol/messages.ts';
import { sayFor } from '#kit/server/context.ts';
import type { Services } from '#kit/server/services.ts';
import { fleetContract } from '../contract.ts';
import { deviceHome } from '../rules/device-home.ts';
import { deviceHandlers } from './device-handlers.ts';

/** By number, code, name or remark, or by what the label on the machine holds. */
export const searchMachines = (services: Services): void =>
  registerSearch(services, {
    kind: 'machine',
    endpoint: fleetContract.listDevices,
    handler: deviceHandlers.listDevices,
    input: (text) => ({ keyword: deviceCodeOf(text) ?? text }),
    hits: ({ records }, text, context) =>
      records.map((device) => ({
        id: device.equipmentId,
        title: sayFor(context)('kit:thing.machine', {
          number: device.equipmentNo,
          name: device.equipmentName || device.typeName,
        }),
        note: [device.code, device.fieldName].filter(Boolean).join(' · '),
        path: deviceHome(device),
        exact: device.code === deviceCodeOf(text),
      })),
  });
