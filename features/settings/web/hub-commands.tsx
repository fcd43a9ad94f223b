import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { coinsContract } from '#features/coins/contract.ts';
import { devicesContract } from '#features/devices/contract.ts';
import { vendingContract } from '#features/vending/contract.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { CommandSheet } from './command-sheet.tsx';
import { CommandStatus } from './command-status.tsx';
import { isStaffCommand, type StaffCommand, useCommands } from './use-command.ts';
import type { SettingsView } from './use-settings-draft.ts';

/** Commands that have a screen of their own, where their result is watched. */
const elsewhere = new Set<StaffCommand>(['trialGame', 'testLane']);
/** Harmless enough to need no question. */
const unasked = new Set<StaffCommand>(['locate', 'stopCounting']);
const shownCommands = 4;
const dispenseParameters = coinsContract.dispenseCoins.input.pick({ number: true });

/** What a person may ask of the machine, and what became of the last commands. */
export function HubCommands({ view }: { view: SettingsView }) {
  const t = useText();
  const { equipmentId, type, online } = view.device;
  const commands = useCommands(equipmentId);
  const mayOperate = useCan(devicesContract.sendCommand);
  const mayLet = { coins: useCan(coinsContract.dispenseCoins), goods: useCan(vendingContract.testLane) };
  const mayDispense = mayLet.coins && type === 'exchange';
  const [asking, setAsking] = useState<StaffCommand | 'dispense' | undefined>();
  const definitions = definitionOf(type).commands;
  const offered = Object.keys(definitions)
    .filter(isStaffCommand)
    .filter((name) => mayOperate && !elsewhere.has(name))
    .filter((name) => {
      const what = definitions[name]?.lets?.what;
      return !what || mayLet[what];
    });
  const blocked = !online || commands.waiting;
  const start = async (name: StaffCommand) => {
    if (Object.keys(definitions[name]?.parameters.shape ?? {}).length > 0) return setAsking(name);
    const go =
      unasked.has(name) ||
      (await confirm({
        title: t(`devices:command.${name}`),
        body: t(`settings:command.what.${name}`),
        confirmLabel: t(`devices:command.${name}`),
      }));
    if (go) commands.send(name);
  };
  // who may command nothing, of a machine that was asked nothing, has no use for an empty box
  if (!mayDispense && offered.length === 0 && commands.records.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb="sm">
        {t('settings:hub.commands')}
      </Title>
      <Group gap="xs" mb={commands.records.length > 0 ? 'sm' : 0}>
        {mayDispense && (
          <Button
            variant="default"
            disabled={blocked}
            data-command="dispense"
            onClick={() => setAsking('dispense')}
          >
            {t('settings:command.dispense')}
          </Button>
        )}
        {offered.map((name) => (
          <Button
            key={name}
            variant="default"
            disabled={blocked}
            data-command={name}
            onClick={() => void start(name)}
          >
            {t(`devices:command.${name}`)}
          </Button>
        ))}
      </Group>
      {!online && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('settings:hub.commandsOffline')}
        </Text>
      )}
      <Stack gap="xs">
        {commands.records.slice(0, shownCommands).map((record) => (
          <Group key={record.id} justify="space-between" gap="xs" data-command-id={record.id}>
            <Text size="sm" component="span">
              {t(`devices:command.${record.command}`)}{' '}
              <Text component="span" size="sm" c="dimmed">
                <Time value={record.createdAt} pattern="m-d H:M" /> {record.userName}
              </Text>
            </Text>
            <CommandStatus command={record} />
          </Group>
        ))}
      </Stack>
      {asking && asking !== 'dispense' && (
        <CommandSheet
          title={t(`devices:command.${asking}`)}
          what={t(`settings:command.what.${asking}`)}
          parameters={definitions[asking]!.parameters}
          onClose={() => setAsking(undefined)}
          onSend={(parameters) => {
            setAsking(undefined);
            commands.send(asking, parameters);
          }}
        />
      )}
      {asking === 'dispense' && (
        <CommandSheet
          title={t('settings:command.dispense')}
          what={t('settings:command.what.dispense')}
          parameters={dispenseParameters}
          onClose={() => setAsking(undefined)}
          onSend={({ number }) => {
            setAsking(undefined);
            commands.dispense(Number(number));
          }}
        />
      )}
    </Paper>
  );
}
