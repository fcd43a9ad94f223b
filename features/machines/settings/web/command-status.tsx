import { Loader, Text } from '@mantine/core';
import type { CommandRecord } from '#features/machines/fleet/contract.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import classes from './settings.module.css';
import { isOpen } from './use-command.ts';

const looks = { done: 'applied', failed: 'failed', expired: 'failed', unknown: 'failed' } as const;

/** How far a command has come: state, pieces asked and counted, why it failed. */
export function CommandStatus({ command }: { command: CommandRecord }) {
  const t = useText();
  const { state, asked, counted, reason } = command;
  const look = isOpen(command) ? 'pending' : looks[state as keyof typeof looks];
  return (
    <div className={classes.status} data-state={look} aria-live="polite">
      {look === 'pending' ? (
        <Loader size={16} />
      ) : (
        <Icon name={look === 'applied' ? 'circle-check' : 'alert-triangle'} />
      )}
      <Text size="sm" component="span">
        {t(`settings:command.state.${state}`)}
        {reason && `${t('settings:command.because')}${t(`devices:failure.${reason}`)}`}
        {counted !== null &&
          ` · ${
            asked === null
              ? t('settings:command.counted', { counted })
              : t('settings:command.countedOf', { asked, counted })
          }`}
      </Text>
    </div>
  );
}
