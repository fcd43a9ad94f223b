import { Button, Checkbox, Group, Input, Paper, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { defaultSettings, type SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { failureMessage } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { settingsContract } from '../contract.ts';
import { ChooseDevice } from './choose-device.tsx';
import { countValues, draftErrors, editsOf, hasValue, valueAt, withoutValue, withValue } from './draft.ts';
import { SettingControl } from './setting-control.tsx';
import { fieldsOf, groupsOf, isEditedHere, type SettingField } from './setting-fields.ts';
import classes from './settings.module.css';
import { labelOf } from './value-text.ts';

interface SettingsPickerProps {
  type: DeviceType;
  value: SettingsDocument;
  onChange: (value: SettingsDocument) => void;
  error?: string;
  name?: string;
  disabled?: boolean;
}

/** The values a batch or a preset rules: ticked ones get a control, the others stay as each machine has them. */
export function SettingsPicker({ type, value, onChange, error, name, disabled }: SettingsPickerProps) {
  const t = useText();
  const errors = useMemo(() => draftErrors(type, defaultSettings(type), editsOf(value)), [type, value]);
  const errorOf = (path: string) => {
    const found = errors[path];
    if (!found) return undefined;
    return 'message' in found ? found.message : t(found.key, found.params);
  };
  return (
    <Input.Wrapper error={error} data-field={name}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Text size="sm" fw={600} aria-live="polite">
            {t('settings:pick.values', { count: countValues(value) })}
          </Text>
          {!disabled && <FromDevice type={type} value={value} onChange={onChange} />}
        </Group>
        {groupsOf(type).map((group) => (
          <PickGroup
            key={group}
            group={group}
            fields={fieldsOf(type, [group]).filter(isEditedHere)}
            type={type}
            value={value}
            onChange={onChange}
            errorOf={errorOf}
            disabled={disabled}
          />
        ))}
      </Stack>
    </Input.Wrapper>
  );
}

interface PickGroupProps extends SettingsPickerProps {
  group: string;
  fields: readonly SettingField[];
  errorOf: (path: string) => string | undefined;
}

function PickGroup({ group, fields, type, value, onChange, errorOf, disabled }: PickGroupProps) {
  const t = useText();
  if (fields.length === 0) return null;
  const usual = defaultSettings(type);
  const ticked = fields.filter((field) => hasValue(value, field.path)).length;
  const toggle = (field: SettingField) =>
    onChange(
      hasValue(value, field.path)
        ? withoutValue(value, field.path)
        : withValue(value, field.path, valueAt(usual, field.path)),
    );
  const toggleAll = () => {
    const all = ticked === fields.length;
    let next = value;
    for (const field of fields)
      if (all) next = withoutValue(next, field.path);
      else if (!hasValue(next, field.path)) next = withValue(next, field.path, valueAt(usual, field.path));
    onChange(next);
  };
  return (
    <Paper withBorder component="section" className={classes.section}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {t(`settings:group.${group}`)}
        </Title>
        <Checkbox
          label={t('settings:pick.wholeGroup')}
          checked={ticked === fields.length}
          indeterminate={ticked > 0 && ticked < fields.length}
          disabled={disabled}
          onChange={toggleAll}
        />
      </Group>
      <ul className={classes.picks}>
        {fields.map((field) => (
          <li key={field.path} data-setting={field.path}>
            <Checkbox
              size="md"
              label={labelOf(t, field)}
              checked={hasValue(value, field.path)}
              disabled={disabled}
              onChange={() => toggle(field)}
              py={8}
            />
            {hasValue(value, field.path) && (
              <div className={classes.pickControl}>
                <SettingControl
                  unlabelled
                  field={field}
                  value={valueAt(value, field.path)}
                  onChange={(next) => onChange(withValue(value, field.path, next))}
                  error={errorOf(field.path)}
                  disabled={disabled}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Paper>
  );
}

/** A machine that plays well lends its values: the ticked ones, or all of them when nothing is ticked yet. */
function FromDevice({ type, value, onChange }: Pick<SettingsPickerProps, 'type' | 'value' | 'onChange'>) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const take = async (equipmentId: string) => {
    try {
      const { settings } = await client.call(settingsContract.readSettings, { equipmentId });
      const paths = fieldsOf(type)
        .filter(isEditedHere)
        .map((field) => field.path)
        .filter((path) => countValues(value) === 0 || hasValue(value, path));
      onChange(paths.reduce((next, path) => withValue(next, path, valueAt(settings, path)), value));
      setOpen(false);
    } catch (error) {
      toast.failure(failureMessage(error));
    }
  };
  return (
    <>
      <Button variant="default" leftSection={<Icon name="copy" />} onClick={() => setOpen(true)}>
        {t('settings:pick.fromDevice')}
      </Button>
      <Sheet opened={open} onClose={() => setOpen(false)} title={t('settings:pick.fromDevice')}>
        <ChooseDevice types={[type]} onChoose={(device) => void take(device.equipmentId)} />
      </Sheet>
    </>
  );
}
