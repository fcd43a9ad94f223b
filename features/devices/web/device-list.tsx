import { Alert, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { type Column, defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Money, StatusBadge, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { type DeviceRecord, devicesContract, deviceTypes } from '../contract.ts';
import { deviceAnswers } from './device-answers.ts';
import { deviceFilters } from './device-board.tsx';
import { deviceHome, labelsOf } from './device-links.ts';
import { DeviceName, DeviceState, DeviceTypeName, FaultLine, Signal, TypeIcon } from './device-parts.tsx';
import { MoveSheet } from './move-sheet.tsx';
import { OfferSheet } from './offer-sheet.tsx';
import { useAsk } from './use-ask.ts';
import { useDeviceLive } from './use-device-live.ts';

function Offered() {
  return <StatusBadge tone="waiting">{useText()('devices:transfer.state.offered')}</StatusBadge>;
}

const columns: readonly Column<DeviceRecord>[] = [
  {
    key: 'equipmentNo',
    label: 'devices:field.device',
    sortable: true,
    primary: true,
    render: (device) => (
      <Group gap={6} component="span" wrap="nowrap">
        <DeviceName device={device} />
        {device.offered && <Offered />}
      </Group>
    ),
  },
  {
    key: 'type',
    label: 'devices:field.type',
    sortable: true,
    width: 130,
    hideOnPhone: true,
    render: (device) => <DeviceTypeName type={device.type} />,
    exportAs: { values: Object.fromEntries(deviceTypes.map((type) => [type, `devices:type.${type}`])) },
  },
  {
    key: 'fieldName',
    label: 'devices:field.site',
    secondary: true,
    render: (device) => (
      <>
        {device.fieldName}
        {device.remark && <Text span inherit hiddenFrom="sm">{` · ${device.remark}`}</Text>}
      </>
    ),
  },
  { key: 'code', label: 'devices:field.code', sortable: true, width: 130 },
  { key: 'remark', label: 'devices:field.remark', hideOnPhone: true },
  {
    key: 'state',
    label: 'devices:field.state',
    width: 150,
    trailing: true,
    noExport: true,
    render: (device) => (
      <Group gap={8} wrap="nowrap">
        <DeviceState device={device} />
        <Signal device={device} />
      </Group>
    ),
  },
  {
    key: 'faults',
    label: 'devices:field.faults',
    optional: true,
    noExport: true,
    render: (device) => <FaultLine faults={device.faults} />,
  },
  {
    key: 'priceFen',
    label: 'devices:field.price',
    optional: true,
    align: 'right',
    render: (device) => <Money fen={device.priceFen} />,
    exportAs: { kind: 'money' },
  },
  { key: 'model', label: 'devices:field.model', optional: true },
  { key: 'firmware', label: 'devices:field.firmware', optional: true },
  {
    key: 'lastSeenAt',
    label: 'devices:field.lastSeenAt',
    sortable: true,
    optional: true,
    render: (device) => <Time value={device.lastSeenAt} />,
    exportAs: { kind: 'instant' },
  },
  {
    key: 'createdAt',
    label: 'devices:field.createdAt',
    sortable: true,
    optional: true,
    render: (device) => <Time value={device.createdAt} />,
    exportAs: { kind: 'instant' },
  },
];

const pageActions: readonly Action<undefined>[] = [
  {
    label: 'devices:list.scan',
    icon: 'scan',
    primary: true,
    to: () => '/ewm',
    needs: devicesContract.registerDevice,
  },
];

/** The same work for one device and for many. */
function useFleetActions(ask: {
  move: (devices: DeviceRecord[]) => Promise<boolean>;
  offer: (devices: DeviceRecord[]) => Promise<boolean>;
}) {
  return useMemo((): readonly Action<DeviceRecord[]>[] => {
    const idsOf = (devices: DeviceRecord[]) => devices.map(({ equipmentId }) => equipmentId);
    return [
      { label: 'devices:labels.print', icon: 'qrcode', to: labelsOf, needs: devicesContract.printLabels },
      {
        label: 'devices:move.action',
        icon: 'map-pin',
        run: (devices) => ask.move(devices),
        needs: devicesContract.moveDevices,
      },
      {
        label: 'devices:transfer.action',
        icon: 'arrows-exchange',
        run: (devices) => ask.offer(devices),
        needs: devicesContract.offerDevices,
        visible: (devices) => devices.every((device) => !device.offered),
      },
      {
        label: 'devices:unbind.action',
        icon: 'x',
        danger: true,
        call: callOf(devicesContract.unbindDevices, (devices: DeviceRecord[]) => ({ ids: idsOf(devices) })),
        confirm: {
          title: 'devices:unbind.title',
          body: 'devices:unbind.body',
          params: (devices) => ({ count: devices.length }),
        },
        success: 'devices:unbind.done',
        invalidates: deviceAnswers,
      },
    ];
  }, [ask.move, ask.offer]);
}

const rowActions: readonly Action<DeviceRecord>[] = [
  {
    label: 'kit:action.edit',
    icon: 'edit',
    to: (device) => `/edit_equip?equipmentId=${device.equipmentId}`,
    needs: devicesContract.updateDevice,
  },
  {
    label: 'devices:screen.records',
    icon: 'history',
    to: (device) => `/equipRecord?equipmentId=${device.equipmentId}`,
  },
  {
    label: 'devices:screen.description',
    icon: 'file-text',
    to: (device) => `/equipmentDescription?equipmentId=${device.equipmentId}`,
    needs: devicesContract.saveDescription,
  },
];

/** Machines that another merchant offers wait for an answer. */
function IncomingOffers() {
  const t = useText();
  const mayAnswer = useCan(devicesContract.acceptTransfers);
  const { data } = useCall(
    devicesContract.listTransfers,
    { direction: 'in', state: 'offered', size: 1 },
    { enabled: mayAnswer },
  );
  useDeviceLive(devicesContract.listTransfers);
  if (!data?.total) return null;
  return (
    <Alert icon={<Icon name="arrows-exchange" />} color="yard" p="sm">
      <Link to="/device_transfers">{t('devices:transfer.waiting', { count: data.total })}</Link>
    </Alert>
  );
}

export default function DeviceList() {
  const moving = useAsk<DeviceRecord[]>();
  const offering = useAsk<DeviceRecord[]>();
  const bulkActions = useFleetActions({ move: moving.ask, offer: offering.ask });
  useDeviceLive(devicesContract.listDevices);
  const definition = useMemo(
    () =>
      defineList({
        endpoint: devicesContract.listDevices,
        rowId: (device) => device.equipmentId,
        columns,
        search: 'keyword',
        searchHint: 'devices:list.search',
        filters: deviceFilters,
        size: 20,
        leading: (device) => <TypeIcon type={device.type} dim={!device.online} />,
        actions: pageActions,
        rowActions: [...rowActions, ...bulkActions.map(forOne)],
        bulkActions,
        rowTo: deviceHome,
        empty: { title: 'devices:list.emptyTitle', hint: 'devices:list.emptyHint' },
        export: true,
        header: <IncomingOffers />,
      }),
    [bulkActions],
  );
  return (
    <>
      <ListPage definition={definition} />
      <MoveSheet devices={moving.subject} onClose={moving.settle} />
      <OfferSheet devices={offering.subject} onClose={offering.settle} />
    </>
  );
}
