import { Group, Progress, Stack, Text } from '@mantine/core';
import { StatusBadge, type Tone } from '#kit/ui/display.tsx';
import { sizeText } from '#kit/ui/fields/image-size.ts';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import type { CardRecord, ExpiryState } from '../contract.ts';
import classes from './card.module.css';
import { groupedNumber } from './card-answers.ts';

export function CardNumber({ card }: { card: Pick<CardRecord, 'number' | 'kind'> }) {
  return (
    <span className={classes.number}>{card.kind === 'sim' ? groupedNumber(card.number) : card.number}</span>
  );
}

const expiryTones: Record<ExpiryState, Tone> = { none: 'quiet', ok: 'good', soon: 'waiting', expired: 'bad' };

export function ExpiryBadge({ card }: { card: CardRecord }) {
  const t = useText();
  return (
    <StatusBadge tone={expiryTones[card.expiryState]}>{t(`simcards:expiry.${card.expiryState}`)}</StatusBadge>
  );
}

export function Expiry({ card }: { card: CardRecord }) {
  const t = useText();
  if (card.expiresOn === null || card.daysLeft === null) return t('simcards:expiry.none');
  const about =
    card.expiryState === 'expired'
      ? t('simcards:expiry.daysAgo', { days: -card.daysLeft })
      : card.expiryState === 'soon'
        ? t('simcards:expiry.daysLeft', { days: card.daysLeft })
        : undefined;
  return (
    <Group component="span" gap={6} wrap="wrap">
      <span className={classes.number}>{card.expiresOn}</span>
      {about && (
        <Text span size="sm" c={card.expiryState === 'expired' ? 'red.9' : 'coin.9'}>
          {about}
        </Text>
      )}
    </Group>
  );
}

/** Used of the month's allowance. */
export function Traffic({ card }: { card: CardRecord }) {
  const t = useText();
  const used = sizeText(card.trafficUsedBytes);
  if (card.trafficLimitBytes === null) return t('simcards:traffic.unlimited', { used });
  const percent = card.trafficLimitBytes > 0 ? (card.trafficUsedBytes / card.trafficLimitBytes) * 100 : 100;
  return (
    <Stack component="span" gap={4} miw={120}>
      <span className={classes.number}>
        {t('simcards:traffic.ofLimit', { used, limit: sizeText(card.trafficLimitBytes) })}
      </span>
      <Progress
        value={Math.min(100, percent)}
        size="sm"
        color={card.trafficState === 'over' ? 'red' : card.trafficState === 'high' ? 'coin.5' : undefined}
        aria-label={t('simcards:field.traffic')}
      />
    </Stack>
  );
}

export function deviceLabel(
  t: Translate,
  device: { equipmentNo: number | null; equipmentName?: string | null },
): string {
  if (device.equipmentNo === null) return t('simcards:device.gone');
  const number = t('simcards:device.number', { number: device.equipmentNo });
  return device.equipmentName ? `${number} ${device.equipmentName}` : number;
}

/** Where the card sits. */
export function CardDevice({ card }: { card: CardRecord }) {
  const t = useText();
  if (card.equipmentId === null) return <StatusBadge tone="waiting">{t('simcards:device.none')}</StatusBadge>;
  return [card.fieldName, deviceLabel(t, card)].filter(Boolean).join(' · ');
}

export function OperatorName({ card }: { card: CardRecord }) {
  const t = useText();
  return card.operator ? t(`simcards:operator.${card.operator}`) : '—';
}

export function EnabledBadge({ card }: { card: CardRecord }) {
  const t = useText();
  return (
    <StatusBadge tone={card.enabled ? 'good' : 'quiet'}>
      {t(card.enabled ? 'kit:state.enabled' : 'kit:state.disabled')}
    </StatusBadge>
  );
}
