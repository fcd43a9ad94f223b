import { invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { emit, playerTopic, siteTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import { type CardSource, type CardTerms, cardsChanged } from '../contract/terms.ts';
import { givesTheSame, isForSite } from '../rules/terms-rules.ts';
import { benefitCards, cardGrants, cardTypes } from '../tables.ts';
import {
  type CardRow,
  type CardTypeRow,
  clockAt,
  countGranted,
  endOfDays,
  type GrantRow,
  livingCards,
} from './card-queries.ts';

/** Everybody who looks at the card or at the list. */
export async function tellCards(
  tx: Tx,
  { tenantId, siteId, playerId }: { tenantId: string; siteId: string; playerId: string },
): Promise<void> {
  await emit(tx, playerTopic(playerId), cardsChanged, {});
  await emit(tx, siteTopic(tenantId, siteId), cardsChanged, {});
}

/** The type of a card for somebody who wants one: what is limited is counted by one at a time. */
export async function takeType(
  tx: Tx,
  { tenantId, typeId, playerId }: { tenantId: string; typeId: string; playerId: string },
): Promise<CardTypeRow> {
  const [type] = await find(tx, tenantScope(tenantId), cardTypes, { id: typeId, removedAt: null }, 'update');
  if (!type) throw missing('cards:error.noType');
  await assertLeft(tx, type, playerId);
  return type;
}

export async function assertLeft(tx: Tx, type: CardTypeRow, playerId: string): Promise<void> {
  const { tenantId, id, stock, perPlayer } = type;
  if (stock !== null && (await countGranted(tx, tenantId, id)) >= stock)
    throw invalid('cards:refused.soldOut');
  if (perPlayer !== null && (await countGranted(tx, tenantId, id, playerId)) >= perPlayer)
    throw invalid('cards:refused.limitReached', { count: perPlayer });
}

/** What becomes of a grant: a new card, or more days for the one that the player holds. */
interface Delivered {
  image: string | null;
  terms: CardTerms;
}

/** Two deliveries to one player run one after the other: the second makes the card of the first longer. */
const holdCardOf = (tx: Tx, { tenantId, playerId, typeId }: GrantRow) =>
  holdName(tx, 'card of player', tenantId, playerId, typeId);

export async function deliverGrant(
  tx: Tx,
  grant: GrantRow,
  { image, terms }: Delivered,
  now: Date,
  more: { orderNumber?: string } = {},
): Promise<string> {
  const { tenantId, typeId, playerId, siteId, days, name } = grant;
  const scope = tenantScope(tenantId);
  await holdCardOf(tx, grant);
  const living = await livingCards(tx, { tenantId, playerId, now }, 'update');
  const held = living
    .filter((card) => card.typeId === typeId && givesTheSame(card.terms, terms))
    .sort((a, b) => lastMs(b) - lastMs(a))[0];
  const cardId = held ? held.id : newId(now.getTime());
  if (held) await lengthen(tx, held, days);
  else {
    const clock = await clockAt(tx, tenantId, siteId);
    const firstDay = terms.starts === 'purchase' ? siteDay(clock, now) : null;
    await insert(tx, scope, benefitCards, {
      id: cardId,
      createdAt: now,
      typeId,
      playerId,
      siteId,
      name,
      image,
      terms,
      days,
      firstDay,
      expiresAt: firstDay === null ? null : endOfDays(clock, firstDay, days),
    });
  }
  await update(tx, scope, cardGrants, { id: grant.id }, { cardId, givenAt: now, ...more });
  await tellCards(tx, grant);
  return cardId;
}

const lastMs = ({ expiresAt }: CardRow) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;

/** So many days more, or less. */
export async function lengthen(tx: Tx, card: CardRow, days: number): Promise<void> {
  const { tenantId, id, siteId, firstDay } = card;
  const all = card.days + days;
  const clock = await clockAt(tx, tenantId, siteId);
  const expiresAt = firstDay === null ? null : endOfDays(clock, firstDay, all);
  await update(tx, tenantScope(tenantId), benefitCards, { id }, { days: all, expiresAt });
}

export interface GivenCard {
  tenantId: string;
  siteId: string;
  playerId: string;
  typeId: string;
  source: Exclude<CardSource, 'order'>;
  reason: string;
  now: Date;
  /** of the grant, where the giver's allowance names it already */
  id?: string;
  /** a gift of staff: who gives it, and the day it counts on */
  giver?: { userId: string; userName: string; day: string } | undefined;
}

/** A card that nobody paid for here: a gift, or what a code of another platform stands for. Stock, limits and sites hold. */
export async function grantCard(
  tx: Tx,
  given: GivenCard,
): Promise<{ id: string; cardId: string; name: string }> {
  const { tenantId, siteId, playerId, typeId, source, reason, now, giver } = given;
  const type = await takeType(tx, { tenantId, typeId, playerId });
  if (!isForSite(type.terms, siteId))
    throw invalidField('typeId', 'cards:error.notAtSite', { name: type.name });
  const [grant] = await insert(tx, tenantScope(tenantId), cardGrants, {
    id: given.id ?? newId(now.getTime()),
    createdAt: now,
    typeId,
    playerId,
    siteId,
    source,
    name: type.name,
    days: type.terms.days,
    priceFen: 0,
    cardFen: 0,
    coins: 0,
    reason,
    ...giver,
  });
  if (!grant) throw missing();
  const cardId = await deliverGrant(tx, grant, type, now);
  return { id: grant.id, cardId, name: type.name };
}
