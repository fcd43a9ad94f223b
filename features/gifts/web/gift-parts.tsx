import { Group, Progress, Stack } from '@mantine/core';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import type { PlacementRecord } from '../contract/records.ts';
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

/** On the phone the picture stands at the left of the row already. */
export function GiftName({ name, picture }: { name: string; picture: string | null }) {
  if (usePhone()) return name;
  return (
    <Group component="span" gap="sm" wrap="nowrap">
      <GiftPicture picture={picture} size={36} />
      {name}
    </Group>
  );
}

/** How full a device is. */
/** `alone`: without the capacity, which has a column of its own. */
export function FillLevel({ placement, alone }: { placement: PlacementRecord; alone?: boolean }) {
  const t = useText();
  const phone = usePhone();
  const { stock, capacity, state } = placement;
  if (state === 'none' || !capacity) return alone ? stock : '—';
  const words = (
    <span className={classes.figures}>{alone ? stock : t('gifts:unit.ofCapacity', { stock, capacity })}</span>
  );
  if (phone) return words;
  return (
    <Stack gap={4} miw={96} component="span">
      {words}
      <Progress
        value={Math.round((stock / capacity) * 100)}
        size="sm"
        color={state === 'empty' ? 'red' : state === 'low' ? 'coin.5' : undefined}
        aria-label={t('gifts:field.stockInDevice')}
      />
    </Stack>
  );
}
