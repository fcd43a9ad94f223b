import { Alert, Group } from '@mantine/core';
import { Link } from 'react-router';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { MachineDrawing } from '#kit/drawings/machine-drawing.tsx';
import { listPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { fleetContract } from '../contract.ts';
import { deviceFilters } from './device-board.tsx';
import { deviceHome } from './device-links.ts';
import { DeviceName, DeviceState, moodOf, Signal } from './device-parts.tsx';
import { bulkActions, rowActions } from './fleet-actions.tsx';

function Name({ device }: { device: DeviceRecord }) {
  const t = useText();
  return (
    <Group gap={6} component="span" wrap="nowrap">
      <DeviceName device={device} />
      {device.offered && <StatusBadge tone="waiting">{t('fleet:transfer.state.offered')}</StatusBadge>}
    </Group>
  );
}

/** Machines that another merchant offers wait for an answer. */
function IncomingOffers() {
  const t = useText();
  const mayAnswer = useCan(fleetContract.acceptTransfers);
  const { data } = useCall(
    fleetContract.listTransfers,
    { direction: 'in', state: 'offered', size: 1 },
    { enabled: mayAnswer },
  );
  if (!data?.total) return null;
  return (
    <Alert icon={<Icon name="arrows-exchange" />} color="yard" p="sm">
      <Link to="/device_transfers">{t('fleet:transfer.waiting', { count: data.total })}</Link>
    </Alert>
  );
}

export default listPage({
  endpoint: fleetContract.listDevices,
  texts: 'devices',
  rowId: (device) => device.equipmentId,
  columns: [
    {
      key: 'equipmentName',
      sortBy: 'equipmentNo',
      phone: 'what',
      render: (device) => <Name device={device} />,
    },
    { key: 'type', width: 90, phone: false },
    { key: 'fieldName', phone: 'more' },
    { key: 'code', width: 110, phone: 'more' },
    { key: 'todayFen', phone: 'amount', width: 100 },
    { key: 'priceFen', phone: false, width: 90 },
    {
      key: 'state',
      width: 150,
      render: (device) => (
        <Group gap={8} wrap="nowrap">
          <DeviceState device={device} />
          <Signal device={device} />
        </Group>
      ),
    },
    { key: 'faultNames', phone: false },
    { key: 'lastSeenAt', phone: false, width: 140 },
    { key: 'remark', optional: true },
    { key: 'model', optional: true },
    { key: 'firmware', optional: true },
    { key: 'createdAt', optional: true },
  ],
  search: 'keyword',
  searchHint: 'fleet:list.search',
  filters: deviceFilters,
  size: 20,
  leading: (device) => <MachineDrawing type={device.type} mood={moodOf(device.state)} size={40} />,
  actions: [
    {
      label: 'fleet:list.scan',
      icon: 'scan',
      primary: true,
      to: () => '/ewm',
      needs: fleetContract.registerDevice,
    },
  ],
  rowActions,
  bulkActions,
  rowTo: deviceHome,
  empty: { title: 'fleet:list.emptyTitle', hint: 'fleet:list.emptyHint' },
  header: <IncomingOffers />,
});
