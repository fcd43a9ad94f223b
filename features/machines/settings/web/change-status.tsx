import { Loader, Text } from '@mantine/core';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { Time } from '#kit/ui/display.tsx';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { SettingsChange } from '../contract.ts';
import { fieldAt } from './setting-fields.ts';
import classes from './settings.module.css';
import { labelOf } from './value-text.ts';

/** Why a change did not take, and which value the device stumbled over. */
export function failureText(
  t: Translate,
  type: DeviceType,
  { reason, path }: Pick<SettingsChange, 'reason' | 'path'>,
): string {
  const words = t(`settings:failure.${reason ?? 'noAnswer'}`);
  const field = path === null ? undefined : fieldAt(type, path);
  return field ? t('settings:change.failedAt', { reason: words, field: labelOf(t, field) }) : words;
}

/** How far the last change of settings has come; follows live. */
export function ChangeStatus({ type, change }: { type: DeviceType; change: SettingsChange | null }) {
  const t = useText();
  return (
    <div
      aria-live="polite"
      className={classes.status}
      data-state={change?.state}
      data-version={change?.version}
    >
      {change?.state === 'pending' && (
        <>
          <Loader size={16} />
          <Text size="sm">{t('settings:change.pending', { version: change.version })}</Text>
        </>
      )}
      {change?.state === 'applied' && (
        <>
          <Icon name="circle-check" />
          <Text size="sm" component="span">
            {t('settings:change.applied', { version: change.version })}
            {' · '}
            <Time value={change.endedAt} pattern="m-d H:M:S" />
          </Text>
        </>
      )}
      {change?.state === 'failed' && (
        <>
          <Icon name="alert-triangle" />
          <Text size="sm">{t('settings:change.failed', { reason: failureText(t, type, change) })}</Text>
        </>
      )}
    </div>
  );
}
