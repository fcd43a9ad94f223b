import machineLinks from 'virtual:slots/machineLinks';
import { Button, Group, Paper } from '@mantine/core';
import { Link } from 'react-router';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { giftDeviceTypes, giftsContract } from '#features/machines/gifts/contract.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { mayCall } from '#kit/ui/access.ts';
import { Heading } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { useSession } from '#kit/ui/session.ts';
import { type DeviceBrief, settingsContract } from '../contract.ts';

/** Another screen about a machine. */
export interface MachineLink {
  /** the lowest stands first */
  rank: number;
  /** to which the machine is added */
  path: string;
  /** the machine is a part of the path, not of the query */
  inPath?: boolean;
  label: string;
  icon: IconName;
  /** whose right the screen needs */
  needs: AnyEndpoint;
  fits?: (type: DeviceType) => boolean;
}

const addressOf = ({ path, inPath }: MachineLink, equipmentId: string) =>
  inPath ? `${path}/${equipmentId}` : `${path}?equipmentId=${equipmentId}`;

const own: readonly MachineLink[] = [
  {
    rank: 20,
    path: '/giftset',
    label: 'settings:link.gifts',
    icon: 'gift',
    needs: giftsContract.listPlacements,
    fits: (type) => (giftDeviceTypes as readonly DeviceType[]).includes(type),
  },
  {
    rank: 80,
    path: '/setParamLipstickcs',
    label: 'settings:screen.lipstickTrial',
    icon: 'gamepad',
    needs: fleetContract.sendCommand,
    fits: (type) => Object.hasOwn(definitionOf(type).commands, 'trialGame'),
  },
  {
    rank: 90,
    path: '/screenRotation',
    label: 'settings:screen.rotation',
    icon: 'device-mobile',
    needs: settingsContract.readSettings,
  },
  {
    rank: 100,
    path: '/dollMachineSettingSingle',
    label: 'settings:link.everything',
    icon: 'list',
    needs: settingsContract.readSettings,
  },
  {
    rank: 110,
    path: '/singleModify',
    inPath: true,
    label: 'settings:screen.singleModify',
    icon: 'adjustments',
    needs: settingsContract.startBatch,
  },
  {
    rank: 120,
    path: '/equipRecord',
    label: 'settings:link.records',
    icon: 'history',
    needs: fleetContract.listRecords,
  },
  {
    rank: 130,
    path: '/equipmentDescription',
    label: 'settings:link.description',
    icon: 'file-text',
    needs: fleetContract.saveDescription,
  },
  {
    rank: 140,
    path: '/clearData',
    label: 'settings:screen.clear',
    icon: 'trash',
    needs: settingsContract.clearData,
  },
];

const links = [...own, ...machineLinks.flatMap(({ filling }) => filling)].sort(
  (one, other) => one.rank - other.rank,
);

/** Other screens about this machine that the person may open. */
export function HubLinks({ device }: { device: DeviceBrief }) {
  const t = useText();
  const user = useSession();
  return (
    <Paper withBorder p="md" component="section">
      <Heading mb="sm">{t('settings:hub.more')}</Heading>
      <Group gap="xs">
        {links
          .filter(({ needs, fits }) => mayCall(user, needs) && (fits?.(device.type) ?? true))
          .map((link) => (
            <Button
              key={link.label}
              component={Link}
              to={addressOf(link, device.equipmentId)}
              variant="default"
              leftSection={<Icon name={link.icon} />}
            >
              {t(link.label)}
            </Button>
          ))}
      </Group>
    </Paper>
  );
}
