import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { bool, choiceOf, id, int, timePeriod } from '#kit/contract/schemas.ts';
import { screenFunctions } from '#kit/protocol/types/groups.ts';
import { settingsChanged, thatSettingsChanged } from './events.ts';
import { edit, ofDevice, view } from './shared.ts';

const screenFunction = () => choiceOf('settings:option.functions.order', screenFunctions);
const switchEntry = z.object({ days: z.array(int(1, 7)).min(1).max(7), period: timePeriod() });

export const groupContract = {
  listScreenFunctions: get(
    '/api/blade-equipmentPmGnSoft/equipmentPmGnSoft/selectEquipmentPmGnSoftByEquipmentId',
    view,
    {
      input: ofDevice,
      output: z.array(z.object({ code: screenFunction(), sort: z.int(), ifShow: z.int() })),
      refreshedBy: [thatSettingsChanged],
      summary: "Buttons on a device's own screen, in their order",
    },
  ),
  restoreScreenFunctions: get(
    '/api/blade-equipmentPmGnSoft/equipmentPmGnSoft/equipmentPmGnSoftRestoreDefault',
    edit,
    {
      changes: true,
      input: ofDevice,
      output: z.object({ changeId: z.string().nullable(), version: z.int() }),
      emits: [settingsChanged],
      summary: "Puts the buttons of a device's screen back to the usual order",
    },
  ),
  saveScreenFunctions: post(
    '/api/blade-equipmentPmGnSoft/equipmentPmGnSoft/batchSaveOrUpdateEquipmentPmGnSoft',
    edit,
    {
      place: 'json',
      input: z.object({
        equipmentId: id(),
        list: z
          .array(z.object({ code: screenFunction(), sort: int(0, 99), ifShow: int(0, 1) }))
          .min(1)
          .max(screenFunctions.length),
      }),
      output: z.object({ changeId: z.string().nullable(), version: z.int() }),
      emits: [settingsChanged],
      summary: "Orders and hides buttons of a device's screen",
    },
  ),
  listNoteSwitches: get('/api/blade-zcjOnOff/zcjOnOff/selectZcjOnOffList', view, {
    input: ofDevice,
    output: z.object({
      enabled: z.boolean(),
      schedule: z.array(z.object({ days: z.array(z.int()), period: z.string() })),
    }),
    refreshedBy: [thatSettingsChanged],
    summary: 'When the note acceptor of a device works',
  }),
  saveNoteSwitches: post('/api/blade-zcjOnOff/zcjOnOff/batchSaveOrUpdateZcjOnOff', edit, {
    place: 'json',
    input: z.object({ equipmentId: id(), enabled: bool(), schedule: z.array(switchEntry).max(14) }),
    output: z.object({ changeId: z.string().nullable(), version: z.int() }),
    emits: [settingsChanged],
    summary: 'Turns the note acceptor of a device on or off, or gives it hours',
  }),
};
