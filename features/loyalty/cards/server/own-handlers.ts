import { tenantView } from '#features/base/accounts/server/public.ts';
import { siteTerms } from '#features/base/sites/server/public.ts';
import { payWaysAt } from '#features/selling/orders/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import { type Context, type Handlers, type Say, sayFor } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import type { ownCalls } from '../contract/own.ts';
import type { CardTerms } from '../contract/terms.ts';
import { givesTheSame } from '../rules/terms-rules.ts';
import { cardTypes } from '../tables.ts';
import {
  type CardTypeRow,
  coinsLeft,
  countGranted,
  daysOf,
  livingCards,
  playsLeft,
  stateOf,
} from './card-queries.ts';
import { findOwnCard, newestGrant, type OwnCardRow, pageOwnCards, pageUses } from './own-queries.ts';
import { refundStateOf } from './refund-card.ts';
import { isSoldAt } from './sell-cards.ts';
import { previewOf } from './sold-handlers.ts';
import { takeCoins } from './take-coins.ts';
import { sitesOf } from './type-handlers.ts';
import { packagesOnSale, typesOnSale } from './type-queries.ts';

async function merchantName(reader: Reader, tenantId: string): Promise<string> {
  const tenant = tenantView(tenantScope(tenantId));
  const [found] = await reader.select({ name: tenant.name }).from(tenant);
  return found?.name ?? '';
}

/** Why a player can not have a card just now; text key with its figures. */
async function refusalOf(
  reader: Reader,
  type: CardTypeRow,
  stockLeft: number | null,
  playerId: string | null,
): Promise<[key: string, params?: Record<string, number>] | undefined> {
  const { tenantId, id, perPlayer } = type;
  if (stockLeft === 0) return ['cards:refused.soldOut'];
  if (perPlayer === null || playerId === null) return undefined;
  const own = await countGranted(reader, tenantId, id, playerId);
  return own >= perPlayer ? ['cards:refused.limitReached', { count: perPlayer }] : undefined;
}

const stockLeftOf = async (reader: Reader, { tenantId, id, stock }: CardTypeRow): Promise<number | null> =>
  stock === null ? null : Math.max(0, stock - (await countGranted(reader, tenantId, id)));

/** Whether the player may buy it there now, and so make the own one longer. */
async function mayRenew(
  reader: Reader,
  type: CardTypeRow,
  siteId: string,
  playerId: string,
): Promise<boolean> {
  if (!isSoldAt(type, siteId)) return false;
  return (await refusalOf(reader, type, await stockLeftOf(reader, type), playerId)) === undefined;
}

const typesOf = ({ deviceTypes }: CardTerms, say: Say): string[] =>
  deviceTypes.map((type) => say(`devices:type.${type}`));

type OwnContext = Pick<Context, 'db' | 'services' | 'language' | 'clock'>;

/** What is left of a card today, as its own shop counts days. */
async function withLeft(context: OwnContext, row: OwnCardRow, namesOf: (terms: CardTerms) => string[]) {
  const { tenantId, typeId, endedAt, timeZone, dayStart, terms, ...card } = row;
  const now = context.clock.now();
  const state = stateOf(row, now);
  const used = (await daysOf(context.db.read, tenantId, [row.id], siteDay({ timeZone, dayStart }, now)))(
    row.id,
  );
  const isOver = state === 'expired' || state === 'ended';
  return {
    ...terms,
    ...card,
    state,
    siteNames: namesOf(terms),
    typeNames: typesOf(terms, sayFor(context)),
    playsLeft: terms.dailyPlays === 0 ? null : isOver ? 0 : playsLeft(terms, used),
    coinsLeft: terms.dailyCoins === 0 ? null : isOver ? 0 : coinsLeft(terms, used),
  };
}

export const ownHandlers: Handlers<typeof ownCalls> = {
  async readCardShop(context, { fieldId: siteId }) {
    const { db, session, clock } = context;
    const say = sayFor(context);
    const site = await siteTerms(db.read, platformScope, siteId);
    if (!site) throw missing('cards:error.noShop');
    const { tenantId } = site;
    const player = session?.kind === 'player' ? session : null;
    const [all, packs, merchant, own, held] = await Promise.all([
      typesOnSale(db.read, tenantId),
      packagesOnSale(db.read, tenantId),
      merchantName(db.read, tenantId),
      player && payWaysAt(context, player, { tenantId, siteId }),
      player ? livingCards(db.read, { tenantId, playerId: player.playerId, now: clock.now() }) : [],
    ]);
    const types = all.filter((type) => isSoldAt(type, siteId));
    const namesOf = await sitesOf(context, tenantScope(tenantId), types, 'cards:fact.allSites');
    const cards = await Promise.all(
      types.map(async (type) => {
        const { id, name, image, intro, priceFen, perPlayer, terms } = type;
        const stockLeft = await stockLeftOf(db.read, type);
        const refused = await refusalOf(db.read, type, stockLeft, player?.playerId ?? null);
        return {
          ...terms,
          cardId: id,
          name,
          image,
          intro,
          priceFen,
          siteNames: namesOf(terms),
          typeNames: typesOf(terms, say),
          stockLeft,
          perPlayer,
          renews: held.some((card) => card.typeId === id && givesTheSame(card.terms, terms)),
          refusal: refused ? say(...refused) : null,
          packages: packs
            .filter(({ typeId }) => typeId === id)
            .map((pack) => ({
              packageId: pack.id,
              ...pick(pack, 'name', 'priceFen', 'coins'),
            })),
        };
      }),
    );
    return {
      fieldName: site.name,
      merchantName: merchant,
      open: site.enabled,
      cards,
      balanceFen: own?.purse.balanceFen ?? null,
      payWays: own?.payWays ?? [],
    };
  },

  async listOwnCards(context, input) {
    const { db, session } = context;
    const page = await pageOwnCards(db.read, session.scope, input);
    const namesOf = await sitesOf(context, platformScope, page.records, 'cards:fact.allSites');
    const records = await Promise.all(page.records.map((row) => withLeft(context, row, namesOf)));
    return { ...mapPage(page, (row) => row), records };
  },

  async readOwnCard(context, { id }) {
    const { db, session, clock } = context;
    const row = await findOwnCard(db.read, session.scope, id);
    if (!row) throw missing();
    const namesOf = await sitesOf(context, platformScope, [row], 'cards:fact.allSites');
    const [grant, [type]] = await Promise.all([
      newestGrant(db.read, session.scope, id),
      find(db.read, tenantScope(row.tenantId), cardTypes, { id: row.typeId, removedAt: null }),
    ]);
    const isRenewable = type ? await mayRenew(db.read, type, row.fieldId, session.playerId) : false;
    const refund =
      grant?.orderId && !row.endedAt
        ? {
            ...previewOf(await refundStateOf(db.read, grant, clock.now()), sayFor(context)),
            orderNumber: grant.orderNumber,
          }
        : null;
    return {
      ...(await withLeft(context, row, namesOf)),
      renewCardId: isRenewable ? row.typeId : null,
      refund,
    };
  },

  listCardUses: ({ db, session }, input) => pageUses(db.read, session.scope, input),

  async takeCardCoins(context, { id, fieldId }) {
    const { session, clock } = context;
    const row = await findOwnCard(context.db.read, session.scope, id);
    if (!row) throw missing();
    const wish = { cardId: id, siteId: fieldId, playerId: session.playerId, now: clock.now() };
    const coins = await context.db.transaction((tx) => takeCoins(tx, wish, row.tenantId));
    return { coins };
  },
};
