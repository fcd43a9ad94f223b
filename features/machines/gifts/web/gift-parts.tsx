import { Progress, Stack } from '@mantine/core';
import { useText } from '#kit/ui/i18n.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { ThingPicture } from '#kit/ui/thing-picture.tsx';
import type { PlacementRecord } from '../contract/records.ts';
import classes from './gifts.module.css';

export const GiftPicture = (props: { picture: string | null; size?: number }) => (
  <ThingPicture {...props} icon="gift" />
);

/** How full a device is. */
/** `alone`: without the capacity, which has its own column. */
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
