import machineCommands from 'virtual:slots/machineCommands';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { mayCall } from '#kit/ui/access.ts';
import { useAct } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { Heading, Hint, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useCan, useSession } from '#kit/ui/session.ts';
import { CommandSheet } from './command-sheet.tsx';
import { CommandStatus } from './command-status.tsx';
import { isStaffCommand, type StaffCommand, useCommands } from './use-command.ts';
import type { SettingsView } from './use-settings-draft.ts';

/** Commands that have their own screen, where their result is watched. */
const elsewhere = new Set<StaffCommand>(['trialGame', 'testLane']);
/** Harmless enough to need no question. */
const unasked = new Set<StaffCommand>(['locate', 'stopCounting']);
const shownCommands = 4;

/** A command with its own call, for it does more than ask the machine: texts `settings:command.<name>`. */
interface MachineCall {
  name: string;
  /** answers with the `commandId` of what the machine was asked */
  endpoint: AnyEndpoint;
  fits: (type: DeviceType) => boolean;
  parameters: z.ZodObject;
  input: (equipmentId: string, parameters: Record<string, unknown>) => unknown;
}

/** What a feature has to do with letting something out of a machine. */
export interface MachineCommands {
  lets: 'coins' | 'goods';
  /** whose right it takes to let that out */
  needs: AnyEndpoint;
  call?: MachineCall;
}

const filled = machineCommands.map(({ filling }) => filling);

/** Those calls, each with its own state. Which there are is settled when the page is built, so their hooks never change. */
const useCalls = (follow: (commandId: string) => void) =>
  filled.flatMap(({ call }) => {
    if (!call) return [];
    // biome-ignore lint/correctness/useHookAtTopLevel: the same ones every time
    const act = useAct(call.endpoint, {
      onDone: ({ commandId }: { commandId: string }) => follow(commandId),
    });
    return [{ ...call, act }];
  });

/** What a person may ask of the machine, and what became of the last commands. */
export function HubCommands({ view }: { view: SettingsView }) {
  const t = useText();
  const { equipmentId, type, online } = view.device;
  const commands = useCommands(equipmentId);
  const mayOperate = useCan(fleetContract.sendCommand);
  const user = useSession();
  const mayLet = (what: MachineCommands['lets']) =>
    filled.some(({ lets, needs }) => lets === what && mayCall(user, needs));
  const calls = useCalls(commands.follow).filter(
    ({ endpoint, fits }) => mayCall(user, endpoint) && fits(type),
  );
  const [asking, setAsking] = useState<StaffCommand | undefined>();
  const [calling, setCalling] = useState<string | undefined>();
  const called = calls.find(({ name }) => name === calling);
  const definitions = definitionOf(type).commands;
  const offered = Object.keys(definitions)
    .filter(isStaffCommand)
    .filter((name) => mayOperate && !elsewhere.has(name))
    .filter((name) => {
      const what = definitions[name]?.lets?.what;
      return !what || mayLet(what);
    });
  const blocked = !online || commands.waiting || calls.some(({ act }) => act.isPending);
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
  if (calls.length === 0 && offered.length === 0 && commands.records.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section">
      <Heading mb="sm">{t('settings:hub.commands')}</Heading>
      <Group gap="xs" mb={commands.records.length > 0 ? 'sm' : 0}>
        {calls.map(({ name }) => (
          <Button
            key={name}
            variant="default"
            disabled={blocked}
            data-command={name}
            onClick={() => setCalling(name)}
          >
            {t(`settings:command.${name}`)}
          </Button>
        ))}
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
      {!online && <Hint mb="sm">{t('settings:hub.commandsOffline')}</Hint>}
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
      {asking && (
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
      {called && (
        <CommandSheet
          title={t(`settings:command.${called.name}`)}
          what={t(`settings:command.what.${called.name}`)}
          parameters={called.parameters}
          onClose={() => setCalling(undefined)}
          onSend={(parameters) => {
            setCalling(undefined);
            called.act.mutate(called.input(equipmentId, parameters));
          }}
        />
      )}
    </Paper>
  );
}
