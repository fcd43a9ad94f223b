import '#kit/ui/all-styles.ts';
import { Alert } from '@mantine/core';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { type LaneRecord, laneDeviceTypes } from '../contract/records.ts';
import type { LayoutLane } from '../rules/layout-rules.ts';
import { LayoutEditor } from './layout-editor.tsx';
import classes from './vending.module.css';
import { DeviceHead, type LanesOfDevice, LoadedLanes, WithDevice } from './with-device.tsx';

const layoutOf = (record: LaneRecord): LayoutLane => ({
  lane: record.lane,
  cabinet: record.cabinet,
  row: record.row,
  position: record.position,
  width: record.width,
  capacity: record.capacity,
  open: record.open,
  priceFen: record.priceFen,
  dropDetection: record.dropDetection,
  ...(record.winRate !== undefined && { winRate: record.winRate }),
});

function LayoutPage({ device, lanes }: LanesOfDevice) {
  const t = useText();
  return (
    <div className={classes.page}>
      <DeviceHead device={device} />
      {!device.online && (
        <Alert color="coin" variant="light" icon={<Icon name="cloud-off" />}>
          {t('vending:layout.offline')}
        </Alert>
      )}
      <LayoutEditor
        device={device}
        confirmed={lanes.map(layoutOf)}
        stocks={new Map(lanes.map(({ lane, stock }) => [lane, stock]))}
      />
    </div>
  );
}

export default function LaneLayout() {
  return (
    <WithDevice types={laneDeviceTypes}>
      {(id) => <LoadedLanes key={id} equipmentId={id} show={LayoutPage} />}
    </WithDevice>
  );
}
