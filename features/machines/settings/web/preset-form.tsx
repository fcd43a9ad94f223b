import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { siteSource } from '#features/base/sites/web/public.ts';
import { CallError } from '#kit/contract/client.ts';
import { defineForm, type FormField } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { defaultSettings, type SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
import { act } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { translate, useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { toast } from '#kit/ui/toast.ts';
import { type PresetRecord, settingsContract } from '../contract.ts';
import { countValues, draftErrors, editsOf } from './draft.ts';
import { SettingsPicker } from './settings-picker.tsx';

const input = settingsContract.savePreset.input;
const schema = z.object({
  name: input.shape.name,
  type: input.shape.type,
  fieldId: z.uuid().optional().meta({ field: 'reference' }),
  settings: input.shape.settings
    .default({})
    .refine((settings) => countValues(settings as SettingsDocument) > 0, {
      error: 'settings:batch.noValues',
    }),
});

function fieldsFor(preset: PresetRecord | undefined): FormField<typeof schema>[] {
  const labels = preset?.fieldId ? { [preset.fieldId]: preset.fieldName ?? '' } : undefined;
  return [
    { name: 'name', label: 'settings:preset.name', placeholder: 'settings:preset.nameSample' },
    {
      name: 'type',
      label: 'settings:preset.type',
      appearance: 'list',
      options: deviceTypes.map((type) => ({ value: type, label: `devices:type.${type}` })),
      // Devices follow a preset by their type: another type is another preset.
      disabled: preset !== undefined,
      effect: () => ({ settings: {} }),
    },
    {
      name: 'fieldId',
      label: 'settings:preset.site',
      hint: 'settings:preset.siteHint',
      kind: 'reference',
      clearable: true,
      placeholder: 'settings:preset.allSites',
      source: siteSource(labels),
    },
    {
      name: 'settings',
      label: 'settings:preset.values',
      wide: true,
      showIf: (values) => values.type !== undefined,
      render: ({ value, onChange, error, name, values, disabled }) => (
        <SettingsPicker
          type={values.type as DeviceType}
          value={(value as SettingsDocument | undefined) ?? {}}
          onChange={onChange}
          error={error}
          name={name}
          disabled={disabled}
        />
      ),
    },
  ];
}

function refuseWrongValues(type: DeviceType, settings: SettingsDocument): void {
  if (Object.keys(draftErrors(type, defaultSettings(type), editsOf(settings))).length === 0) return;
  const message = translate('settings:batch.wrongValues');
  throw new CallError(message, 400, undefined, [
    { path: 'settings', key: 'settings:batch.wrongValues', message },
  ]);
}

/** Only the ticked values belong to a preset; devices keep the rest as they have it. */
export function PresetForm({ preset }: { preset?: PresetRecord }) {
  const navigate = useNavigate();
  const definition = useMemo(
    () =>
      defineForm({
        schema,
        fields: fieldsFor(preset),
        initial: preset,
        submit: async (data) => {
          const settings = data.settings as SettingsDocument;
          refuseWrongValues(data.type, settings);
          return act(settingsContract.savePreset, {
            ...data,
            settings,
            id: preset?.id,
            fieldId: data.fieldId ?? null,
          });
        },
        success: 'kit:action.saved',
        secondary: preset && <RemovePreset preset={preset} />,
        afterwards: (saved: { id: string }) =>
          void navigate(`/preSettings?id=${saved.id}`, { replace: true }),
      }),
    [preset, navigate],
  );
  return <FormPage definition={definition} />;
}

function RemovePreset({ preset }: { preset: PresetRecord }) {
  const t = useText();
  const navigate = useNavigate();
  if (!useCan(settingsContract.removePresets)) return null;
  const remove = async () => {
    const yes = await confirm({
      title: t('settings:preset.removeTitle', { name: preset.name }),
      body: t('settings:preset.removeBody'),
      confirmLabel: t('kit:action.remove'),
      danger: true,
    });
    if (!yes) return;
    await act(settingsContract.removePresets, { ids: [preset.id] });
    toast.success(t('kit:action.removed'));
    void navigate('/preSettings', { replace: true });
  };
  return (
    <Button variant="light" color="red" leftSection={<Icon name="trash" />} onClick={() => void remove()}>
      {t('kit:action.remove')}
    </Button>
  );
}
