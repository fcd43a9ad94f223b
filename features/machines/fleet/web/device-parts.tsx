import { Text } from '@mantine/core';
import type { DeviceState as State } from '#features/machines/devices/contract/shared.ts';
import { type DeviceRecord, deviceState } from '#features/machines/devices/contract.ts';
import { meaningOf } from '#kit/contract/meaning.ts';
import type { MachineMood } from '#kit/drawings/machine-drawing.tsx';
import { durationText } from '#kit/kernel/duration.ts';
import { formatDate } from '#kit/kernel/time.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { useNow } from '#kit/ui/now.ts';
import styles from './devices.module.css';

export type Presence = Pick<DeviceRecord, 'state' | 'lastSeenAt'>;

/** "offline for 2 h 25 min", and when it was last seen; null when it is not, or was never there. */
export function offlineText(t: Translate, { state, lastSeenAt }: Presence, now = new Date()) {
  if (state !== 'offline' || !lastSeenAt) return null;
  const seenAt = new Date(lastSeenAt);
  return {
    word: t('devices:presence.offlineFor', { duration: durationText(t, now.getTime() - seenAt.getTime()) }),
    seen: t('devices:presence.lastSeen', { at: formatDate(seenAt, 'Y-m-d H:M') }),
  };
}

/** The one way in which pages of staff say how a machine is. */
export function DeviceState({ device }: { device: Presence }) {
  const t = useText();
  const offline = offlineText(t, device, useNow());
  if (!offline) return <MeaningView meaning={meaningOf(deviceState())} row={device} path="state" />;
  return (
    <span title={offline.seen}>
      <StatusBadge tone="quiet">{offline.word}</StatusBadge>
    </span>
  );
}

/** What its faults are called, the first one in full. */
export function FaultLine({ faultNames: [name, ...more] }: Pick<DeviceRecord, 'faultNames'>) {
  const t = useText();
  if (!name) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" truncate>
      {more.length > 0 ? t('fleet:list.faultsMore', { name, count: more.length }) : name}
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

export const moodOf = (state: State): MachineMood => (state === 'uncontrolled' ? 'offline' : state);

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
  const label = t('fleet:list.signal', {
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
