import { Group, Progress, Stack } from '@mantine/core';
import { StatusBadge, type Tone } from '#kit/ui/display.tsx';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { type GiftRecord, type MovementKind, type PlacementRecord, stockTones } from '../contract/records.ts';
import classes from './gifts.module.css';

/** The name stands beside it, so the picture itself says nothing to a screen reader. */
export function GiftPicture({ picture, size = 44 }: { picture: string | null; size?: number }) {
  return (
    <span className={classes.picture} style={{ width: size, height: size }}>
      {picture ? (
        <img src={picture} alt="" loading="lazy" width={size} height={size} />
      ) : (
        <Icon name="gift" size={size / 2} />
      )}
    </span>
  );
}

export function GiftStock({ gift }: { gift: Pick<GiftRecord, 'stock' | 'lowStock'> }) {
  const t = useText();
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
      {gift.lowStock && (
        <StatusBadge tone={gift.stock === 0 ? 'bad' : 'waiting'}>
          {t(gift.stock === 0 ? 'gifts:state.empty' : 'gifts:state.low')}
        </StatusBadge>
      )}
      <span className={classes.figures}>{t('gifts:unit.pieces', { number: gift.stock })}</span>
    </Group>
  );
}

export function PlacementBadge({ placement }: { placement: Pick<PlacementRecord, 'state'> }) {
  const t = useText();
  return <StatusBadge tone={stockTones[placement.state]}>{t(`gifts:state.${placement.state}`)}</StatusBadge>;
}

/** Staff know machines by their number; one that left the merchant has none any more. */
export function deviceLabel(
  t: Translate,
  device: { equipmentNo: number | null; equipmentName: string | null },
): string {
  if (device.equipmentNo === null) return t('gifts:device.gone');
  const number = t('gifts:device.number', { number: device.equipmentNo });
  return device.equipmentName ? `${number} ${device.equipmentName}` : number;
}

export function DeviceName({ device }: { device: Parameters<typeof deviceLabel>[1] }) {
  return deviceLabel(useText(), device);
}

/** How full a device is. */
export function FillLevel({ placement }: { placement: PlacementRecord }) {
  const t = useText();
  const capacity = placement.capacity ?? 0;
  if (placement.state === 'none' || capacity === 0) return '—';
  const percent = Math.round((placement.stock / capacity) * 100);
  return (
    <Stack gap={4} miw={96} component="span">
      <span className={classes.figures}>
        {t('gifts:unit.ofCapacity', { stock: placement.stock, capacity })}
      </span>
      <Progress
        value={percent}
        size="sm"
        color={placement.stock === 0 ? 'red' : placement.state === 'low' ? 'coin.5' : undefined}
        aria-label={t('gifts:field.fill')}
      />
    </Stack>
  );
}

const kindTones: Record<MovementKind, Tone> = {
  in: 'good',
  out: 'bad',
  correct: 'waiting',
  load: 'info',
  unload: 'quiet',
  won: 'info',
};

export function KindBadge({ kind }: { kind: MovementKind }) {
  return <StatusBadge tone={kindTones[kind]}>{useText()(`gifts:kind.${kind}`)}</StatusBadge>;
}
