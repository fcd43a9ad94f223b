import type { z } from 'zod';
import { type DeviceView, findDevice } from '#features/machines/devices/server/public.ts';
import { invalid, invalidField } from '#kit/kernel/errors.ts';
import { type functions, type noteSwitch, screenFunctions } from '#kit/protocol/types/groups.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { settingsContract } from '../contract.ts';
import { factory, hasGroup } from '../rules/document-rules.ts';
import { changeSettings } from './change-settings.ts';
import { selectConfirmed } from './confirmed-queries.ts';

type Contract = Pick<
  typeof settingsContract,
  | 'listScreenFunctions'
  | 'saveScreenFunctions'
  | 'restoreScreenFunctions'
  | 'listNoteSwitches'
  | 'saveNoteSwitches'
>;

/** Wire calls that see one group of a device's settings in their own way. */
async function findWith(context: StaffContext, equipmentId: string, group: string): Promise<DeviceView> {
  const device = await findDevice(context.db.read, context.session.scope, equipmentId);
  if (!hasGroup(device.type, group)) throw invalid('settings:error.notOfType');
  return device;
}

async function readGroup<G extends z.ZodObject>(
  context: StaffContext,
  equipmentId: string,
  group: string,
): Promise<z.infer<G>> {
  const device = await findWith(context, equipmentId, group);
  const confirmed = await selectConfirmed(context.db.read, context.session.scope, [device]);
  return confirmed.get(device.deviceId)?.settings[group] as z.infer<G>;
}

export const groupHandlers: Handlers<Contract> = {
  async listScreenFunctions(context, { equipmentId }) {
    const { order } = await readGroup<typeof functions>(context, equipmentId, 'functions');
    const named = new Set(order.map(({ name }) => name));
    const rest = screenFunctions.filter((name) => !named.has(name)).map((name) => ({ name, shown: false }));
    return [...order, ...rest].map(({ name, shown }, sort) => ({ code: name, sort, ifShow: shown ? 1 : 0 }));
  },

  async saveScreenFunctions(context, { equipmentId, list }) {
    const device = await findWith(context, equipmentId, 'functions');
    if (new Set(list.map(({ code }) => code)).size < list.length)
      throw invalidField('list', 'kit:validation.duplicate');
    const order = list
      .toSorted((one, other) => one.sort - other.sort)
      .map(({ code, ifShow }) => ({ name: code, shown: ifShow === 1 }));
    return changeSettings(context, device, { functions: { order } });
  },

  async restoreScreenFunctions(context, { equipmentId }) {
    const device = await findWith(context, equipmentId, 'functions');
    return changeSettings(context, device, { functions: factory[device.type].settings.functions ?? {} });
  },

  listNoteSwitches: (context, { equipmentId }) =>
    readGroup<typeof noteSwitch>(context, equipmentId, 'noteSwitch'),

  async saveNoteSwitches(context, { equipmentId, enabled, schedule }) {
    const device = await findWith(context, equipmentId, 'noteSwitch');
    return changeSettings(context, device, { noteSwitch: { enabled, schedule } });
  },
};
