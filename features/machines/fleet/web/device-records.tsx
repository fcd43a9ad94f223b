import { Stack, Tabs, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { DeviceRecordLine } from '../contract/control.ts';
import { fleetContract } from '../contract.ts';
import { DeviceHeader } from './device-header.tsx';
import { WithDevice } from './with-device.tsx';

/** Which lines of the log stand under which tab; commands have a list of their own. */
const kindsOf = {
  presence: ['online', 'offline', 'restart', 'registered', 'moved', 'unbound'],
  faults: ['fault', 'faultCleared', 'counterOdd', 'commandOdd', 'dropped', 'refused', 'countedUnowned'],
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

const recordsOf = (equipmentId: string, tab: Exclude<Tab, 'commands'>) => {
  const kinds = kindsOf[tab];
  return defineList({
    endpoint: fleetContract.listRecords,
    texts: 'fleet:record',
    input: { equipmentId, ...(kinds && { kinds: [...kinds] }) },
    columns: [
      { key: 'kindName', width: 170, phone: 'what' },
      { key: 'details', phone: 'more', render: (line) => <Details line={line} /> },
      { key: 'at', width: 180 },
    ],
    filters: ['from'],
    size: 20,
    empty: { title: `fleet:record.empty.${tab}`, hint: 'fleet:record.emptyHint' },
  });
};

const commandsOf = (equipmentId: string) =>
  defineList({
    endpoint: fleetContract.listCommands,
    texts: 'fleet:record',
    input: { equipmentId },
    columns: [
      { key: 'commandName', phone: 'what' },
      'result',
      'userName',
      { key: 'createdAt', width: 180 },
      { key: 'state', label: 'devices:field.state', width: 120 },
    ],
    filters: [{ name: 'state', label: 'devices:field.state' }],
    size: 20,
    empty: { title: 'fleet:record.empty.commands', hint: 'fleet:record.emptyHint' },
  });

function Records({ equipmentId, tab }: { equipmentId: string; tab: Exclude<Tab, 'commands'> }) {
  const definition = useMemo(() => recordsOf(equipmentId, tab), [equipmentId, tab]);
  return <ListPage definition={definition} />;
}

function Commands({ equipmentId }: { equipmentId: string }) {
  const definition = useMemo(() => commandsOf(equipmentId), [equipmentId]);
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
              {t(`fleet:record.tab.${name}`)}
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
