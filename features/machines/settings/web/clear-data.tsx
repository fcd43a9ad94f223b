import { Alert, Button, Modal, Paper, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '#kit/contract/client.ts';
import { type ClearChoice, clearChoices } from '#kit/protocol/types/define.ts';
import { useAct } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { type DeviceBrief, settingsContract } from '../contract.ts';
import { CommandStatus } from './command-status.tsx';
import { deviceName } from './device-name.ts';
import { DeviceScreen } from './device-screen.tsx';
import classes from './settings.module.css';
import { useCommands } from './use-command.ts';

function ClearForm({ device }: { device: DeviceBrief }) {
  const t = useText();
  const [what, setWhat] = useState<ClearChoice | undefined>();
  const [typing, setTyping] = useState(false);
  const commands = useCommands(device.equipmentId);
  const askFirst = async () => {
    if (!what) return;
    const yes = await confirm({
      title: t('settings:clear.firstTitle', { name: deviceName(t, device) }),
      body: t(`settings:clear.lost.${what}`),
      confirmLabel: t('settings:clear.goOn'),
      danger: true,
    });
    setTyping(yes);
  };
  return (
    <>
      <Paper withBorder component="section" className={classes.section}>
        <Radio.Group
          label={t('settings:clear.what')}
          value={what ?? ''}
          onChange={(value) => setWhat(value as ClearChoice)}
        >
          <Stack gap="sm" mt="sm">
            {clearChoices.map((choice) => (
              <Radio
                key={choice}
                value={choice}
                size="md"
                label={t(`settings:clear.choice.${choice}`)}
                description={t(`settings:clear.lost.${choice}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      </Paper>
      <Alert variant="light" color="coin" icon={<Icon name="info-circle" />}>
        {t('settings:clear.logged')}
      </Alert>
      <StickyActions aside={commands.command && <CommandStatus command={commands.command} />}>
        <Button
          color="red"
          leftSection={<Icon name="trash" />}
          disabled={!what || !device.online}
          loading={commands.waiting}
          onClick={() => void askFirst()}
        >
          {device.online ? t('settings:clear.start') : t('settings:page.offlineSave')}
        </Button>
      </StickyActions>
      {typing && what && (
        <CodeDialog
          device={device}
          what={what}
          onClose={() => setTyping(false)}
          onSent={(commandId) => {
            setTyping(false);
            commands.follow(commandId);
          }}
        />
      )}
    </>
  );
}

interface CodeDialogProps {
  device: DeviceBrief;
  what: ClearChoice;
  onClose: () => void;
  onSent: (commandId: string) => void;
}

/** The second confirmation: typing the code makes sure that it is this machine. */
function CodeDialog({ device, what, onClose, onSent }: CodeDialogProps) {
  const t = useText();
  const [code, setCode] = useState('');
  const clear = useAct(settingsContract.clearData, {
    quiet: true,
    onDone: ({ commandId }) => onSent(commandId),
  });
  const isRight = code.trim().toUpperCase() === device.code.toUpperCase();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settings:clear.secondTitle')}
      closeButtonProps={{ 'aria-label': t('kit:action.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight) clear.mutate({ equipmentId: device.equipmentId, what, confirmCode: code.trim() });
        }}
      >
        <Stack gap="md">
          <Text size="sm">{t('settings:clear.typeCode', { code: device.code })}</Text>
          <TextInput
            data-autofocus
            data-field="confirmCode"
            autoComplete="off"
            aria-label={t('settings:clear.code')}
            placeholder={device.code}
            value={code}
            error={clear.error instanceof CallError ? clear.error.message : undefined}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" color="red.9" disabled={!isRight} loading={clear.isPending}>
            {t(`settings:clear.choice.${what}`)}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

/** Clears counters or everything of a machine; asked twice, logged, and watched until the machine has answered. */
export default function ClearData() {
  return <DeviceScreen>{(view) => <ClearForm device={view.device} />}</DeviceScreen>;
}
