import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { ofSamePerson } from '#features/base/players/server/public.ts';
import { siteClock } from '#features/base/sites/server/public.ts';
import { termStanding } from '#features/selling/packages/server/public.ts';
import { type SiteClock, siteDay, startOfSiteDay } from '#kit/kernel/site-day.ts';
import { addDays } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import type { CardState } from '../contract/sold.ts';
import type { CardTerms } from '../contract/terms.ts';
import { isForSite } from '../rules/terms-rules.ts';
import { benefitCards, cardDays, cardGrants, type cardTypes } from '../tables.ts';

export type CardRow = RowOf<typeof benefitCards>;
export type CardDayRow = RowOf<typeof cardDays>;
export type CardTypeRow = RowOf<typeof cardTypes>;
export type GrantRow = RowOf<typeof cardGrants>;

export const clockAt = (reader: Reader, tenantId: string, siteId: string): Promise<SiteClock> =>
  siteClock(reader, tenantScope(tenantId), siteId);

/** The moment at which so many days are over, the first of them in. */
export const endOfDays = (clock: SiteClock, firstDay: string, days: number): Date =>
  startOfSiteDay(clock, addDays(firstDay, days));

export function stateOf(
  { endedAt, expiresAt }: Pick<CardRow, 'endedAt' | 'expiresAt'>,
  now: Date,
): CardState {
  if (endedAt) return 'ended';
  if (!expiresAt) return 'waiting';
  return expiresAt > now ? 'valid' : 'expired';
}

/** Where and when somebody wants to use a card; null: not at a machine. */
export interface Place {
  siteId: string;
  deviceType: DeviceType | null;
  now: Date;
}

const always = { fromDay: null, toDay: null };

/** Hours of a card are those of the clock at the site where it is used. */
export const holdsAt = (
  { siteIds, deviceTypes, hours }: Pick<CardTerms, 'siteIds' | 'deviceTypes' | 'hours'>,
  { siteId, deviceType, now }: Place,
  clock: SiteClock,
): boolean =>
  isForSite({ siteIds }, siteId) &&
  (deviceType === null || deviceTypes.length === 0 || deviceTypes.includes(deviceType)) &&
  termStanding({ ...always, hours }, now, clock) === 'holds';

/** Cards of a player at a merchant that are not over; held for the rest of the transaction with `lock`. */
export async function livingCards(
  reader: Reader,
  { tenantId, playerId, now }: { tenantId: string; playerId: string; now: Date },
  lock?: 'update',
): Promise<CardRow[]> {
  return find(
    reader,
    tenantScope(tenantId),
    benefitCards,
    (card) =>
      and(
        eq(card.playerId, playerId),
        isNull(card.endedAt),
        or(isNull(card.expiresAt), gt(card.expiresAt, now)),
      ),
    lock,
  );
}

/** With all merchants. */
export async function countHeld(reader: Reader, playerId: string, now: Date): Promise<number> {
  const card = rows(platformScope, benefitCards);
  return reader.$count(
    card,
    and(
      eq(card.playerId, playerId),
      isNull(card.endedAt),
      or(isNull(card.expiresAt), gt(card.expiresAt, now)),
    ),
  );
}

const noDay = { plays: 0, coins: 0, extraPlays: 0 };

/** What was used of cards on a day, by card; nothing where there is no row yet. */
export async function daysOf(
  reader: Reader,
  tenantId: string,
  cardIds: readonly string[],
  day: string,
  lock?: 'update',
): Promise<(cardId: string) => Pick<CardDayRow, 'plays' | 'coins' | 'extraPlays'>> {
  const found =
    cardIds.length === 0
      ? []
      : await find(
          reader,
          tenantScope(tenantId),
          cardDays,
          (row) => and(inArray(row.cardId, [...cardIds]), eq(row.day, day)),
          lock,
        );
  const byCard = new Map(found.map((row) => [row.cardId, row]));
  return (cardId) => byCard.get(cardId) ?? noDay;
}

/** Makes sure that the day has its row: only a row that is there can be held. */
export async function openDay(tx: Tx, tenantId: string, cardId: string, day: string): Promise<void> {
  await tx.execute(sql`
    insert into card_day (tenant_id, card_id, day) values (${tenantId}, ${cardId}, ${day}) on conflict do nothing`);
}

export const playsLeft = (
  { dailyPlays }: Pick<CardTerms, 'dailyPlays'>,
  { plays, extraPlays }: Pick<CardDayRow, 'plays' | 'extraPlays'>,
): number => Math.max(0, dailyPlays + extraPlays - plays);

export const coinsLeft = (
  { dailyCoins }: Pick<CardTerms, 'dailyCoins'>,
  { coins }: Pick<CardDayRow, 'coins'>,
): number => Math.max(0, dailyCoins - coins);

/** A first use begins the days of a card that waits for it. */
export const begun = (
  card: Pick<CardRow, 'firstDay' | 'days'>,
  clock: SiteClock,
  now: Date,
): { firstDay: string; expiresAt: Date } | undefined => {
  if (card.firstDay) return undefined;
  const firstDay = siteDay(clock, now);
  return { firstDay, expiresAt: endOfDays(clock, firstDay, card.days) };
};

/** Sold and given of a type, also what is ordered and waits to be paid. */
export async function countGranted(
  reader: Reader,
  tenantId: string,
  typeId: string,
  playerId?: string,
): Promise<number> {
  const grant = rows(tenantScope(tenantId), cardGrants);
  return reader.$count(
    grant,
    and(
      eq(grant.typeId, typeId),
      isNull(grant.givenUpAt),
      playerId === undefined ? undefined : ofSamePerson(grant.playerId, playerId),
    ),
  );
}
