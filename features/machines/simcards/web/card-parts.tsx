import { Group, Progress, Stack, Text } from '@mantine/core';
import { fieldAt, meaningOf } from '#kit/contract/meaning.ts';
import { bytesText } from '#kit/contract/meaning-text.ts';
import { useText } from '#kit/ui/i18n.ts';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { type CardRecord, simcardsContract } from '../contract.ts';
import classes from './card.module.css';

/** ICCIDs are read and compared in groups of four. */
export const groupedNumber = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ');

export function CardNumber({ card }: { card: Pick<CardRecord, 'number' | 'kind'> }) {
  return (
    <span className={classes.number}>{card.kind === 'sim' ? groupedNumber(card.number) : card.number}</span>
  );
}

/** One of its states, as lists show it. */
export function CardState({ card, field }: { card: CardRecord; field: 'expiryState' | 'enabled' }) {
  const schema = fieldAt(simcardsContract.readCard.output, field);
  return schema && <MeaningView meaning={meaningOf(schema)} row={card} path={field} />;
}

export function Expiry({ card }: { card: CardRecord }) {
  const t = useText();
  if (card.expiresOn === null || card.daysLeft === null) return t('simcards:expiry.none');
  const about =
    card.expiryState === 'expired'
      ? t('simcards:expiry.daysAgo', { count: -card.daysLeft })
      : card.expiryState === 'soon'
        ? t('simcards:expiry.daysLeft', { count: card.daysLeft })
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
  const used = bytesText(card.trafficUsedBytes);
  if (card.trafficLimitBytes === null) return t('simcards:traffic.unlimited', { used });
  const percent = card.trafficLimitBytes > 0 ? (card.trafficUsedBytes / card.trafficLimitBytes) * 100 : 100;
  return (
    <Stack component="span" gap={4} miw={120}>
      <span className={classes.number}>
        {t('simcards:traffic.ofLimit', { used, limit: bytesText(card.trafficLimitBytes) })}
      </span>
      <Progress
        value={Math.min(100, percent)}
        size="sm"
        color={card.trafficState === 'over' ? 'red' : card.trafficState === 'high' ? 'coin.5' : undefined}
        aria-label={t('simcards:field.trafficUsedBytes')}
      />
    </Stack>
  );
}
