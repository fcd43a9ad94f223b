import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { DeviceState } from '#features/machines/fleet/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { ChooseRow } from '#kit/pages/choose-row.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { wordsOf } from '#kit/ui/meaning-view.tsx';
import { type LaneDevice, type laneDeviceTypes, stockedDeviceTypes } from '../contract/records.ts';
import { vendingContract } from '../contract.ts';

type LaneDeviceType = (typeof laneDeviceTypes)[number];

/** What staff call a machine: its number at the site, and its name when it has one. */
export function useDeviceName() {
  const t = useText();
  return (device: Pick<LaneDevice, 'equipmentNo' | 'equipmentName'>) =>
    wordsOf({ kind: 'machine' }, device, 'equipmentName', t);
}

/** The page about one machine; opened without one, it offers to choose. */
export function WithDevice({
  types,
  children,
}: {
  types: readonly LaneDeviceType[];
  children: (equipmentId: string) => ReactNode;
}) {
  const [query, setQuery] = useSearchParams();
  const id = query.get('equipmentId');
  if (id) return children(id);
  return (
    <ChooseDevice
      types={types}
      onChoose={({ equipmentId }) =>
        setQuery((before) => {
          const next = new URLSearchParams(before);
          next.set('equipmentId', equipmentId);
          return next;
        })
      }
    />
  );
}

export function ChooseDevice({
  types,
  except,
  onChoose,
}: {
  types: readonly LaneDeviceType[];
  except?: string;
  onChoose: (device: LaneDevice) => void;
}) {
  const t = useText();
  const nameOf = useDeviceName();
  return (
    <ChooseRow
      endpoint={vendingContract.listLaneDevices}
      input={(word) => ({ types: [...types], word })}
      search={t('vending:device.search')}
      keyOf={({ equipmentId }) => equipmentId}
      fits={({ equipmentId }) => equipmentId !== except}
      lines={(device) => [
        nameOf(device),
        [t(`vending:device.${device.type}`), device.fieldName, device.code].join(' · '),
      ]}
      end={(device) => <DeviceState device={device} />}
      none={<EmptyState title={t('vending:device.none')} hint={t('vending:device.noneHint')} />}
      onChoose={onChoose}
    />
  );
}

/** Which machine the page is about, and what else can be done there. */
export function DeviceHead({ device, children }: { device: LaneDevice; children?: ReactNode }) {
  const t = useText();
  const nameOf = useDeviceName();
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Group gap={8}>
          <Text fw={650} size="lg" component="h2" m={0}>
            {nameOf(device)}
          </Text>
          <DeviceState device={device} />
        </Group>
        <Hint>{[t(`vending:device.${device.type}`), device.fieldName, device.code].join(' · ')}</Hint>
      </div>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}

/** A glass cabinet has lanes too, but what lies in them are gifts. */
export function HoldsGifts({ device }: { device: LaneDevice }) {
  const t = useText();
  return (
    <EmptyState
      title={t('vending:device.holdsGifts')}
      hint={t('vending:device.holdsGiftsHint')}
      action={
        <Button component={Link} to={`/giftset?equipmentId=${device.equipmentId}`} variant="light">
          {t('vending:device.toGifts')}
        </Button>
      }
    />
  );
}

export const holdsProducts = ({ type }: Pick<LaneDevice, 'type'>): boolean =>
  (stockedDeviceTypes as readonly string[]).includes(type);

/** The lanes of a machine, kept fresh while it sells, is filled or changes. */
export function useLanes(equipmentId: string) {
  return useCall(vendingContract.readLanes, { equipmentId });
}

export type LanesOfDevice = OutputOf<typeof vendingContract.readLanes>;

export const LoadedLanes = ({
  equipmentId,
  show: Show,
}: {
  equipmentId: string;
  show: (of: LanesOfDevice) => ReactNode;
}) => <Loaded call={[vendingContract.readLanes, { equipmentId }]}>{(lanes) => <Show {...lanes} />}</Loaded>;
