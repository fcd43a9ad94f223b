import { Button, Checkbox, Group, Input, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { defaultSettings, type SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { failureMessage, useCall } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { Heading } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { settingsContract } from '../contract.ts';
import type { CurrentValue } from '../rules/current-rules.ts';
import { ChooseDevice } from './choose-device.tsx';
import { countValues, draftErrors, editsOf, hasValue, valueAt, withoutValue, withValue } from './draft.ts';
import { SettingControl } from './setting-control.tsx';
import { fieldsOf, groupsOf, isEditedHere, type SettingField } from './setting-fields.ts';
import classes from './settings.module.css';
import { labelOf, matchingFields, valueText } from './value-text.ts';

interface SettingsPickerProps {
  type: DeviceType;
  value: SettingsDocument;
  onChange: (value: SettingsDocument) => void;
  error?: string;
  name?: string;
  disabled?: boolean;
  /** machines whose values of now stand beside the settings */
  equipmentIds?: readonly string[];
}

type Current = ReadonlyMap<string, CurrentValue>;

/** What the machines run with now, by `group.name`; nothing while that is not known. */
function useCurrentValues(equipmentIds: readonly string[] | undefined): Current {
  const { data } = useCall(
    settingsContract.readCurrentValues,
    { equipmentIds: [...(equipmentIds ?? [])] },
    { enabled: equipmentIds !== undefined && equipmentIds.length > 0 },
  );
  return useMemo(
    () => new Map((data ?? []).map((entry) => [`${entry.group}.${entry.name}`, entry as CurrentValue])),
    [data],
  );
}

/** The values a batch or a preset rules: ticked ones get a control, the others stay as each machine has them. */
export function SettingsPicker({
  type,
  value,
  onChange,
  error,
  name,
  disabled,
  equipmentIds,
}: SettingsPickerProps) {
  const t = useText();
  const [words, setWords] = useState('');
  const current = useCurrentValues(equipmentIds);
  const errors = useMemo(() => draftErrors(type, defaultSettings(type), editsOf(value)), [type, value]);
  const errorOf = (path: string) => {
    const found = errors[path];
    if (!found) return undefined;
    return 'message' in found ? found.message : t(found.key, found.params);
  };
  const shown = groupsOf(type).map((group) => ({
    group,
    fields: matchingFields(t, fieldsOf(type, [group]).filter(isEditedHere), words),
  }));
  return (
    <Input.Wrapper error={error} data-field={name}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Text size="sm" fw={600} aria-live="polite">
            {t('settings:pick.values', { count: countValues(value) })}
          </Text>
          {!disabled && <FromDevice type={type} value={value} onChange={onChange} />}
        </Group>
        <TextInput
          type="search"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          // the form around it would take it for the next step
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          placeholder={t('settings:pick.search')}
          aria-label={t('settings:pick.search')}
          leftSection={<Icon name="search" size={16} />}
        />
        {shown.every(({ fields }) => fields.length === 0) && (
          <Text c="dimmed" ta="center" py="lg">
            {t('settings:pick.noSetting')}
          </Text>
        )}
        {shown.map(({ group, fields }) => (
          <PickGroup
            key={group}
            group={group}
            fields={fields}
            whole={words === ''}
            current={current}
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
  /** nothing of the group is hidden by a search */
  whole: boolean;
  current: Current;
  errorOf: (path: string) => string | undefined;
}

function PickGroup({
  group,
  fields,
  whole,
  current,
  type,
  value,
  onChange,
  errorOf,
  disabled,
}: PickGroupProps) {
  const t = useText();
  if (fields.length === 0) return null;
  const usual = defaultSettings(type);
  // From the value that all have, a person goes on; where they differ, from the usual one.
  const startOf = ({ path }: SettingField) => {
    const now = current.get(path);
    return now?.different === 1 && now.value !== null ? now.value : valueAt(usual, path);
  };
  const ticked = fields.filter((field) => hasValue(value, field.path)).length;
  const toggle = (field: SettingField) =>
    onChange(
      hasValue(value, field.path)
        ? withoutValue(value, field.path)
        : withValue(value, field.path, startOf(field)),
    );
  const toggleAll = () => {
    const all = ticked === fields.length;
    let next = value;
    for (const field of fields)
      if (all) next = withoutValue(next, field.path);
      else if (!hasValue(next, field.path)) next = withValue(next, field.path, startOf(field));
    onChange(next);
  };
  return (
    <Paper withBorder component="section" className={classes.section}>
      <Group justify="space-between" mb="xs">
        <Heading>{t(`settings:group.${group}`)}</Heading>
        {whole && (
          <Checkbox
            label={t('settings:pick.wholeGroup')}
            checked={ticked === fields.length}
            indeterminate={ticked > 0 && ticked < fields.length}
            disabled={disabled}
            onChange={toggleAll}
          />
        )}
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
              description={<Now field={field} current={current.get(field.path)} />}
              py={8}
            />
            {hasValue(value, field.path) && (
              <div className={classes.pickControl}>
                <SettingControl
                  unlabelled
                  field={field}
                  value={valueAt(value, field.path)}
                  beside={(path) => besides(value, current, path)}
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

/** What a value meets on the machines: one that is chosen too, or the one they all have. */
function besides(value: SettingsDocument, current: Current, path: string): unknown {
  if (hasValue(value, path)) return valueAt(value, path);
  const now = current.get(path);
  return now && now.different <= 1 ? now.value : undefined;
}

/** What the chosen machines have now. */
function Now({ field, current }: { field: SettingField; current: CurrentValue | undefined }) {
  const t = useText();
  if (!current) return null;
  if (current.different > 1) return t('settings:pick.nowDifferent', { count: current.different });
  return t('settings:pick.now', { value: valueText(t, field, current.value) });
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
