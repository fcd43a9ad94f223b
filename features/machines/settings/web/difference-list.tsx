import { Text } from '@mantine/core';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { useText } from '#kit/ui/i18n.ts';
import type { SettingDifference } from '../contract.ts';
import { fieldAt } from './setting-fields.ts';
import classes from './settings.module.css';
import { entriesChanged, labelOf, valueText } from './value-text.ts';

/** Values with what they were and what they become. */
export function DifferenceList({
  type,
  differences,
}: {
  type: DeviceType;
  differences: readonly SettingDifference[];
}) {
  const t = useText();
  return (
    <ul className={classes.differences}>
      {differences.map(({ group, name, before, after }) => {
        const field = fieldAt(type, `${group}.${name}`);
        const was = field ? valueText(t, field, before) : String(before);
        const is = field ? valueText(t, field, after) : String(after);
        return (
          <li key={`${group}.${name}`}>
            <Text component="span" size="sm" c="dimmed">
              {field ? labelOf(t, field) : `${group}.${name}`}
            </Text>
            {was === is ? (
              <Text component="span" size="sm">
                {t('settings:value.entriesDiffer', { count: entriesChanged(before, after) })}
              </Text>
            ) : (
              <Text component="span" size="sm" className={classes.change}>
                <del>{was}</del>
                <span aria-hidden>→</span>
                <ins>{is}</ins>
              </Text>
            )}
          </li>
        );
      })}
    </ul>
  );
}
