import { Button, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { CommandStatus } from './command-status.tsx';
import { DeviceScreen } from './device-screen.tsx';
import classes from './settings.module.css';
import { StagesEditor } from './stages-editor.tsx';
import { useCommands } from './use-command.ts';
import type { SettingsView } from './use-settings-draft.ts';
import type { Stage } from './value-text.ts';

/** Stages to try out, starting from what the machine runs with; nothing is kept, nothing is charged. */
function Trial({ view }: { view: SettingsView }) {
  const t = useText();
  const { equipmentId, online } = view.device;
  const [stages, setStages] = useState(() => view.settings.needleGame?.stages as Stage[]);
  const commands = useCommands(equipmentId);
  const mayOperate = useCan(fleetContract.sendCommand);
  const parsed = definitionOf('lipstick').commands.trialGame!.parameters.safeParse({ stages });
  return (
    <>
      <Text c="dimmed">{t('settings:trial.hint')}</Text>
      <Paper withBorder component="section" className={classes.section}>
        <StagesEditor
          name="stages"
          label={t('settings:field.needleGame.stages')}
          description={t('settings:hint.needleGame.stages')}
          value={stages}
          onChange={(next) => setStages(next ?? [])}
          error={parsed.success ? undefined : t('settings:trial.wrong')}
          disabled={!mayOperate || commands.waiting}
        />
      </Paper>
      {commands.command && (
        <Paper withBorder p="md" component="section">
          <Stack gap={4}>
            <Text fw={600}>{t('settings:trial.result')}</Text>
            <CommandStatus command={commands.command} />
            {commands.waiting && <Hint>{t('settings:trial.playNow')}</Hint>}
          </Stack>
        </Paper>
      )}
      {mayOperate && (
        <StickyActions>
          <Button
            leftSection={<Icon name="gamepad" />}
            disabled={!online || !parsed.success}
            loading={commands.waiting}
            onClick={() => commands.send('trialGame', { stages })}
          >
            {online ? t('settings:trial.start') : t('settings:page.offlineSave')}
          </Button>
        </StickyActions>
      )}
    </>
  );
}

export default function LipstickTrial() {
  return <DeviceScreen types={['lipstick']}>{(view) => <Trial view={view} />}</DeviceScreen>;
}
