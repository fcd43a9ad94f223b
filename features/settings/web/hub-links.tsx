import { Button, Group, Paper, Title } from '@mantine/core';
import { Link } from 'react-router';
import { devicesContract } from '#features/devices/contract.ts';
import { giftDeviceTypes, giftsContract } from '#features/gifts/contract.ts';
import { packagesContract } from '#features/packages/contract.ts';
import { remotecreditContract } from '#features/remotecredit/contract.ts';
import { vendingContract } from '#features/vending/contract.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { mayCall } from '#kit/ui/access.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { useSession } from '#kit/ui/session.ts';
import { type DeviceBrief, settingsContract } from '../contract.ts';

interface HubLink {
  to: (equipmentId: string) => string;
  label: string;
  icon: IconName;
  /** whose right the screen needs */
  needs: AnyEndpoint;
  fits?: (type: DeviceType) => boolean;
}

const byQuery = (path: string) => (equipmentId: string) => `${path}?equipmentId=${equipmentId}`;
const hasGroup = (type: DeviceType, ...groups: string[]) =>
  groups.some((group) => Object.hasOwn(definitionOf(type).groups, group));

/** Machines whose lanes hold products; a glass cabinet holds gifts. */
const stockedTypes: readonly DeviceType[] = ['vending', 'lipstick'];

/** Machines that coins are bought at or played with. */
const packageDeviceTypes: readonly DeviceType[] = ['claw', 'lottery', 'exchange'];

const links: readonly HubLink[] = [
  {
    to: byQuery('/ycsf'),
    label: 'settings:link.remoteCredit',
    icon: 'coins',
    needs: remotecreditContract.creditDevice,
    fits: (type) => Object.hasOwn(definitionOf(type).commands, 'credit'),
  },
  {
    to: byQuery('/giftset'),
    label: 'settings:link.gifts',
    icon: 'gift',
    needs: giftsContract.listPlacements,
    fits: (type) => (giftDeviceTypes as readonly DeviceType[]).includes(type),
  },
  {
    to: byQuery('/deviceParametertc'),
    label: 'settings:link.packages',
    icon: 'package',
    needs: packagesContract.listDevicePackages,
    fits: (type) => packageDeviceTypes.includes(type),
  },
  {
    to: byQuery('/setGoods'),
    label: 'settings:link.goods',
    icon: 'shopping-cart',
    needs: vendingContract.updateLanes,
    fits: (type) => stockedTypes.includes(type),
  },
  {
    to: byQuery('/replenishment'),
    label: 'settings:link.fill',
    icon: 'truck',
    needs: vendingContract.fillLanes,
    fits: (type) => stockedTypes.includes(type),
  },
  {
    to: byQuery('/channelConfiguration'),
    label: 'settings:link.lanes',
    icon: 'layout-grid',
    needs: vendingContract.saveLayout,
    fits: (type) => hasGroup(type, 'lanes', 'prizeLanes'),
  },
  {
    to: byQuery('/vend_test'),
    label: 'settings:link.laneTest',
    icon: 'tool',
    needs: vendingContract.testLane,
    fits: (type) => hasGroup(type, 'lanes', 'prizeLanes'),
  },
  {
    to: byQuery('/setParamLipstickcs'),
    label: 'settings:screen.lipstickTrial',
    icon: 'gamepad',
    needs: devicesContract.sendCommand,
    fits: (type) => Object.hasOwn(definitionOf(type).commands, 'trialGame'),
  },
  {
    to: byQuery('/screenRotation'),
    label: 'settings:screen.rotation',
    icon: 'device-mobile',
    needs: settingsContract.readSettings,
  },
  {
    to: byQuery('/dollMachineSettingSingle'),
    label: 'settings:link.everything',
    icon: 'list',
    needs: settingsContract.readSettings,
  },
  {
    to: (equipmentId) => `/singleModify/${equipmentId}`,
    label: 'settings:screen.singleModify',
    icon: 'adjustments',
    needs: settingsContract.startBatch,
  },
  {
    to: byQuery('/equipRecord'),
    label: 'settings:link.records',
    icon: 'history',
    needs: devicesContract.listRecords,
  },
  {
    to: byQuery('/equipmentDescription'),
    label: 'settings:link.description',
    icon: 'file-text',
    needs: devicesContract.saveDescription,
  },
  {
    to: byQuery('/clearData'),
    label: 'settings:screen.clear',
    icon: 'trash',
    needs: settingsContract.clearData,
  },
];

/** Other screens about this machine that the person may open. */
export function HubLinks({ device }: { device: DeviceBrief }) {
  const t = useText();
  const user = useSession();
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb="sm">
        {t('settings:hub.more')}
      </Title>
      <Group gap="xs">
        {links
          .filter(({ needs, fits }) => mayCall(user, needs) && (fits?.(device.type) ?? true))
          .map(({ to, label, icon }) => (
            <Button
              key={label}
              component={Link}
              to={to(device.equipmentId)}
              variant="default"
              leftSection={<Icon name={icon} />}
            >
              {t(label)}
            </Button>
          ))}
      </Group>
    </Paper>
  );
}
