import { z } from 'zod';
import { CallError } from '#kit/contract/client.ts';
import { id, ids } from '#kit/contract/schemas.ts';
import type { Values } from '#kit/pages/form-state.ts';
import { type WizardStep, wizardStep } from '#kit/pages/wizard-page.tsx';
import { defaultSettings, type SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
import { translate } from '#kit/ui/i18n.ts';
import { DevicePicker, type PickedDevices } from './device-picker.tsx';
import { countValues, draftErrors, editsOf } from './draft.ts';
import { SettingsPicker } from './settings-picker.tsx';

/** What the steps of a batch gather. */
export interface BatchValues {
  type: DeviceType;
  equipmentIds: string[];
  settings: SettingsDocument;
}

export const batchValues = (values: Values): BatchValues => ({
  type: values.type as DeviceType,
  equipmentIds: (values.equipmentIds as string[] | undefined) ?? [],
  settings: (values.settings as SettingsDocument | undefined) ?? {},
});

const mostDevices = 2000;

export const devicesStep: WizardStep = wizardStep({
  key: 'devices',
  title: 'settings:batch.devices',
  schema: z.object({
    type: z.enum(deviceTypes),
    equipmentIds: ids(mostDevices),
  }),
  fields: [
    {
      name: 'equipmentIds',
      label: 'settings:batch.devices',
      wide: true,
      read: (values) => ({ type: values.type, ids: values.equipmentIds ?? [] }),
      write: (picked) => {
        const { type, ids: equipmentIds } = picked as PickedDevices;
        return { type, equipmentIds: [...equipmentIds] };
      },
      // The values of another type mean nothing to this one.
      effect: (picked, values): Values =>
        (picked as PickedDevices).type === values.type ? {} : { settings: {} },
      render: ({ value, onChange, error, name }) => (
        <DevicePicker value={value as PickedDevices} onChange={onChange} error={error} name={name} />
      ),
    },
  ],
});

/** Wrong values are marked where they stand; this keeps the next step away from them. */
async function checkSettings(values: Values): Promise<void> {
  const { type, settings } = batchValues(values);
  if (Object.keys(draftErrors(type, defaultSettings(type), editsOf(settings))).length === 0) return;
  const message = translate('settings:batch.wrongValues');
  throw new CallError(message, 400, undefined, [
    { path: 'settings', key: 'settings:batch.wrongValues', message },
  ]);
}

export const settingsStep: WizardStep = wizardStep({
  key: 'settings',
  title: 'settings:batch.settings',
  hint: 'settings:batch.settingsHint',
  schema: z.object({
    settings: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .default({})
      .refine((settings) => countValues(settings) > 0, { error: 'settings:batch.noValues' }),
  }),
  fields: [
    {
      name: 'settings',
      label: 'settings:batch.settings',
      wide: true,
      render: ({ value, onChange, error, name, values }) => (
        <SettingsPicker
          type={values.type as DeviceType}
          equipmentIds={values.equipmentIds as string[] | undefined}
          value={(value as SettingsDocument | undefined) ?? {}}
          onChange={onChange}
          error={error}
          name={name}
        />
      ),
    },
  ],
  check: checkSettings,
});

/** Devices that a list handed over in the address. */
export const idsOfQuery = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .filter((part) => id().safeParse(part).success)
    .slice(0, mostDevices);
