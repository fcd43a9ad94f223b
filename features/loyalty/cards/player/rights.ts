import { hoursLines } from '#features/base/sites/player/public.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Translate } from '#kit/ui/i18n.ts';
import type { CardOffer, OwnCard } from '../contract.ts';

type Rights = Pick<CardOffer, 'dailyPlays' | 'dailyCoins' | 'basisPoints' | 'days' | 'starts'>;
type Where = Pick<CardOffer, 'siteNames' | 'typeNames' | 'hours'>;

/** What a card gives, the best first, each in a few words. */
export function rightsOf({ dailyPlays, dailyCoins, basisPoints }: Rights, t: Translate): string[] {
  return [
    dailyPlays > 0 && t('cards:right.plays', { count: dailyPlays }),
    dailyCoins > 0 && t('cards:right.coins', { count: dailyCoins }),
    basisPoints !== null && t('cards:right.discount', { percent: basisPoints / 100 }),
  ].filter((one) => one !== false);
}

/** The most of what is counted by the day that a card can give: that is what people compare with its price. */
export const inAllOf = ({ dailyPlays, dailyCoins, days }: Rights, t: Translate): string | undefined => {
  if (dailyPlays > 0) return t('cards:right.playsInAll', { count: dailyPlays * days });
  return dailyCoins > 0 ? t('cards:right.coinsInAll', { count: dailyCoins * days }) : undefined;
};

/** Where, at which machines and when it holds. */
export const whereOf = (
  { siteNames, typeNames, hours }: Where,
  t: Translate,
): { name: string; value: string }[] => [
  { name: t('cards:fact.sites'), value: siteNames.join(t('cards:fact.and')) },
  {
    name: t('cards:fact.types'),
    value: typeNames.length === 0 ? t('cards:fact.allTypes') : typeNames.join(t('cards:fact.and')),
  },
  ...(hours.length === 0
    ? [{ name: t('cards:fact.hours'), value: t('cards:fact.always') }]
    : hoursLines(hours, t).map(({ days, period }) => ({ name: days, value: period }))),
];

export function endText({ state, expiresAt, days }: OwnCard, t: Translate): string {
  if (state === 'ended') return t('cards:end.ended');
  if (!expiresAt) return t('cards:end.waiting', { count: days });
  // the last day in it, not the first one after
  const day = businessDay(new Date(new Date(expiresAt).getTime() - 1));
  return t(state === 'expired' ? 'cards:end.expired' : 'cards:end.until', { day });
}

/** What is left today, in one word and a number. */
export function leftOf({
  playsLeft,
  coinsLeft,
}: OwnCard): { unit: 'plays' | 'coins'; count: number } | undefined {
  if (playsLeft !== null) return { unit: 'plays', count: playsLeft };
  return coinsLeft === null ? undefined : { unit: 'coins', count: coinsLeft };
}
