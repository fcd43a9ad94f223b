import { Text } from '@mantine/core';
import { meaningOf } from '#kit/contract/meaning.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { type DeviceRecord, deviceState } from '../contract.ts';
import styles from './devices.module.css';

export const typeIcons: Record<DeviceType, IconName> = {
  claw: 'claw',
  exchange: 'coins',
  vending: 'shopping-cart',
  lipstick: 'gift',
  lottery: 'ticket',
  cabinet: 'package',
  deposit: 'wallet',
};

export function DeviceState({ device }: { device: Pick<DeviceRecord, 'state'> }) {
  return <MeaningView meaning={meaningOf(deviceState())} row={device} path="state" />;
}

/** What its faults are called, the first one in full. */
export function FaultLine({ faultNames: [name, ...more] }: Pick<DeviceRecord, 'faultNames'>) {
  const t = useText();
  if (!name) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" truncate>
      {more.length > 0 ? t('devices:list.faultsMore', { name, count: more.length }) : name}
    </Text>
  );
}

type Named = Pick<DeviceRecord, 'equipmentNo' | 'equipmentName' | 'typeName'>;

/** As lists say it: number and name, or the type where nobody gave it a name. */
export const deviceName = (t: Translate, { equipmentNo, equipmentName, typeName }: Named) =>
  t('kit:thing.machine', { number: equipmentNo, name: equipmentName ?? typeName });

export function DeviceName({ device }: { device: Named }) {
  return <span className={styles.number}>{deviceName(useText(), device)}</span>;
}

export function TypeIcon({ type, dim = false }: { type: DeviceType; dim?: boolean }) {
  return (
    <span className={styles.typeIcon} data-dim={dim || undefined}>
      <Icon name={typeIcons[type]} size={20} />
    </span>
  );
}

const barCount = 4;
/** Four bars from unusable to excellent, for WiFi and cellular alike. */
const weakestDbm = { wifi: -90, cellular: -110 } as const;
const strongestDbm = { wifi: -55, cellular: -75 } as const;

export function signalBars(kind: string | null, dbm: number | null): number {
  if (kind !== 'wifi' && kind !== 'cellular') return kind === 'wired' ? barCount : 0;
  if (dbm === null) return 0;
  const part = (dbm - weakestDbm[kind]) / (strongestDbm[kind] - weakestDbm[kind]);
  return Math.min(barCount, Math.max(1, Math.ceil(part * barCount)));
}

export function Signal({ device }: { device: Pick<DeviceRecord, 'online' | 'signalKind' | 'signalDbm'> }) {
  const t = useText();
  if (!device.online || !device.signalKind) return null;
  const bars = signalBars(device.signalKind, device.signalDbm);
  const label = t('devices:list.signal', {
    kind: t(`devices:signal.${device.signalKind}`),
    bars,
    count: barCount,
  });
  return (
    <span className={styles.bars} role="img" aria-label={label} title={label}>
      {Array.from({ length: barCount }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
          key={index}
          className={styles.bar}
          data-on={index < bars || undefined}
          style={{ height: `${40 + index * 20}%` }}
        />
      ))}
    </span>
  );
}
