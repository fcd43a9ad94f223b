import { Stack, Tabs, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Column, defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { StatusBadge, Time, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { type CommandState, commandStates } from '../contract/command-states.ts';
import type { CommandRecord, DeviceRecordLine } from '../contract/control.ts';
import { type DeviceRecord, devicesContract } from '../contract.ts';
import { DeviceHeader } from './device-header.tsx';
import { WithDevice } from './with-device.tsx';

/** Which lines of the log stand under which tab; commands have a list of their own. */
const kindsOf = {
  presence: ['online', 'offline', 'restart', 'registered', 'moved', 'unbound'],
  faults: ['fault', 'faultCleared', 'counterOdd', 'commandOdd', 'dropped', 'refused'],
  settings: ['settings', 'settingsTouched', 'firmware', 'content'],
  all: undefined,
} as const;
const tabs = ['presence', 'commands', 'faults', 'settings', 'all'] as const;
type Tab = (typeof tabs)[number];

/** Faults say what to do about them. */
function Details({ line }: { line: DeviceRecordLine }) {
  const t = useText();
  const code = line.kind === 'fault' && typeof line.data.code === 'string' ? line.data.code : undefined;
  return (
    <>
      {line.details}
      {code && (
        <Text size="sm" c="dimmed" component="span" display="block">
          {t(`devices:fault.${code}.help`)}
        </Text>
      )}
    </>
  );
}

const recordColumns: readonly Column<DeviceRecordLine>[] = [
  {
    key: 'kindName',
    label: 'devices:record.what',
    primary: true,
    width: 170,
  },
  {
    key: 'details',
    label: 'devices:record.details',
    secondary: true,
    render: (line) => <Details line={line} />,
  },
  {
    key: 'at',
    label: 'devices:record.at',
    sortable: true,
    trailing: true,
    width: 180,
    render: (line) => <Time value={line.at} pattern="m-d H:M:S" />,
    exportAs: { kind: 'instant' },
  },
];

const tones: Record<CommandState, Tone> = {
  queued: 'waiting',
  sent: 'waiting',
  accepted: 'info',
  done: 'good',
  failed: 'bad',
  expired: 'quiet',
  unknown: 'bad',
};

function CommandStateBadge({ state }: { state: CommandState }) {
  return <StatusBadge tone={tones[state]}>{useText()(`devices:commandState.${state}`)}</StatusBadge>;
}

const commandColumns: readonly Column<CommandRecord>[] = [
  {
    key: 'commandName',
    label: 'devices:record.command',
    primary: true,
  },
  { key: 'result', label: 'devices:record.result' },
  { key: 'userName', label: 'devices:record.user' },
  {
    key: 'createdAt',
    label: 'devices:record.at',
    sortable: true,
    secondary: true,
    width: 180,
    render: (record) => <Time value={record.createdAt} pattern="m-d H:M:S" />,
    exportAs: { kind: 'instant' },
  },
  {
    key: 'state',
    label: 'devices:field.state',
    trailing: true,
    width: 120,
    render: (record) => <CommandStateBadge state={record.state} />,
    exportAs: {
      values: Object.fromEntries(commandStates.map((state) => [state, `devices:commandState.${state}`])),
    },
  },
];

function Records({ equipmentId, tab }: { equipmentId: string; tab: Exclude<Tab, 'commands'> }) {
  useLiveInvalidate('device.event', devicesContract.listRecords);
  const definition = useMemo(() => {
    const kinds = kindsOf[tab];
    return defineList({
      endpoint: devicesContract.listRecords,
      input: { equipmentId, ...(kinds && { kinds: [...kinds] }) },
      columns: recordColumns,
      filters: [{ kind: 'dateRange', name: 'from', toName: 'to', label: 'devices:record.days' }],
      size: 20,
      empty: { title: `devices:record.empty.${tab}`, hint: 'devices:record.emptyHint' },
      export: true,
    });
  }, [equipmentId, tab]);
  return <ListPage definition={definition} />;
}

function Commands({ equipmentId }: { equipmentId: string }) {
  useLiveInvalidate('device.command', devicesContract.listCommands);
  const definition = useMemo(
    () =>
      defineList({
        endpoint: devicesContract.listCommands,
        input: { equipmentId },
        columns: commandColumns,
        filters: [
          {
            kind: 'choice',
            name: 'state',
            label: 'devices:field.state',
            options: commandStates.map((value) => ({ value, label: `devices:commandState.${value}` })),
          },
        ],
        size: 20,
        empty: { title: 'devices:record.empty.commands', hint: 'devices:record.emptyHint' },
        export: true,
      }),
    [equipmentId],
  );
  return <ListPage definition={definition} />;
}

function DeviceHistory({ device }: { device: DeviceRecord }) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const tab = tabs.find((name) => name === query.get('tab')) ?? 'presence';
  const { equipmentId } = device;
  return (
    <Stack gap="md">
      <DeviceHeader device={device} />
      <Tabs
        value={tab}
        keepMounted={false}
        // Filters of one tab mean nothing to the next.
        onChange={(name) => name && setQuery({ equipmentId, tab: name }, { replace: true })}
      >
        <Tabs.List mb="md">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`devices:record.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          {tab === 'commands' ? (
            <Commands equipmentId={equipmentId} />
          ) : (
            <Records key={tab} equipmentId={equipmentId} tab={tab} />
          )}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

export default function DeviceRecords() {
  return <WithDevice>{(device) => <DeviceHistory key={device.equipmentId} device={device} />}</WithDevice>;
}
