import { assertSites, siteNames } from '#features/base/sites/server/public.ts';
import { checkTerm } from '#features/selling/packages/server/public.ts';
import { invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { addRow, changeMany, changeRow, drop, subjectOf } from '#kit/server/change.ts';
import { type Context, type Handlers, type Say, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import { assertWhole, type Scope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import { type CardTerms, cardTypeChanged } from '../contract/terms.ts';
import { mostPackages, mostTypes, type typeCalls } from '../contract/types.ts';
import { refusalOfTerms } from '../rules/terms-rules.ts';
import { cardPackages, cardTypes } from '../tables.ts';
import { pagePackages, pageTypes, readPackage, readType } from './type-queries.ts';

const tells = ({ tenantId }: { tenantId: string }) => [told(tenantTopic(tenantId), cardTypeChanged, {})];

const typeSubject = subjectOf(cardTypes, {
  entity: 'cardType',
  label: ({ name }) => name,
  alive: { removedAt: null },
  taken: { card_type_name: { key: 'cards:error.sameName', field: 'name' } },
  tells,
});

const packageSubject = subjectOf(cardPackages, {
  entity: 'cardPackage',
  label: ({ name }) => name,
  alive: { removedAt: null },
  taken: { card_package_name: { key: 'cards:error.sameName', field: 'name' } },
  tells,
});

/** Cards hold at several sites: who works at some of them does not decide for the others. */
export const assertMayChangeCards = ({ session }: StaffContext): void =>
  assertWhole(session.scope, 'cards:error.wholeMerchant');

/** Names of the sites where cards hold, by row; "all sites" where none is named. */
export async function sitesOf(
  context: Pick<Context, 'db' | 'services' | 'language'>,
  scope: Scope,
  list: readonly { terms: CardTerms }[],
  /** players call them shops */
  all: 'cards:page.allSites' | 'cards:fact.allSites' = 'cards:page.allSites',
): Promise<(terms: CardTerms) => string[]> {
  const names = await siteNames(
    context.db.read,
    scope,
    list.flatMap(({ terms }) => terms.siteIds),
  );
  return ({ siteIds }) =>
    siteIds.length === 0 ? [sayFor(context)(all)] : siteIds.flatMap((id) => names.get(id) ?? []);
}

type TypeFigures = NonNullable<Awaited<ReturnType<typeof readType>>>;

/** The best first, each in a few words. */
const rightsOf = ({ dailyPlays, dailyCoins, basisPoints }: CardTerms, say: Say): string =>
  [
    dailyPlays > 0 && say('cards:right.plays', { count: dailyPlays }),
    dailyCoins > 0 && say('cards:right.coins', { count: dailyCoins }),
    basisPoints !== null && say('cards:right.discount', { percent: basisPoints / 100 }),
  ]
    .filter(Boolean)
    .join(' · ');

function toRecord({ terms, ...row }: TypeFigures, namesOf: (terms: CardTerms) => string[], say: Say) {
  const { stock, sold } = row;
  return {
    ...row,
    ...terms,
    rights: rightsOf(terms, say),
    siteNames: namesOf(terms),
    stockLeft: stock === null ? null : Math.max(0, stock - sold),
  };
}

/** A card with coins costs more than the card alone: by the difference a refund knows what the coins were worth. */
async function assertDearer(
  tx: Tx,
  { session }: StaffContext,
  typeId: string,
  priceFen: number,
): Promise<void> {
  const own = await find(tx, session.scope, cardPackages, { typeId, removedAt: null });
  const cheapest = Math.min(...own.map((one) => one.priceFen));
  if (cheapest <= priceFen)
    throw invalidField('priceFen', 'cards:error.packageCheaper', { amount: formatFen(cheapest) });
}

async function assertRoom(tx: Tx, scope: Scope): Promise<void> {
  const living = await find(tx, scope, cardTypes, { removedAt: null });
  if (living.length >= mostTypes) throw invalid('cards:error.tooMany', { max: mostTypes });
}

export const typeHandlers: Handlers<typeof typeCalls> = {
  async listCardTypes(context, input) {
    const { db, session } = context;
    const page = await pageTypes(db.read, session.scope, input);
    const namesOf = await sitesOf(context, session.scope, page.records);
    return { ...page, records: page.records.map((row) => toRecord(row, namesOf, sayFor(context))) };
  },

  async readCardType(context, { id }) {
    const { db, session } = context;
    const found = await readType(db.read, session.scope, id);
    if (!found) throw missing();
    return toRecord(found, await sitesOf(context, session.scope, [found]), sayFor(context));
  },

  async saveCardType(context, { id, name, image, intro, priceFen, stock, perPlayer, onSale, ...terms }) {
    assertMayChangeCards(context);
    const { scope } = context.session;
    const refusal = refusalOfTerms(terms);
    if (refusal) throw invalidField(refusal.field, refusal.key);
    checkTerm({ fromDay: null, toDay: null, hours: terms.hours });
    if (terms.siteIds.length > 0) await assertSites(context.db.read, scope, terms.siteIds);
    const values = { name, image, intro, priceFen, stock, perPlayer, onSale, terms };
    return context.db.transaction(async (tx) => {
      if (id) {
        const changed = await changeRow(
          tx,
          context,
          typeSubject,
          { id, action: 'cards.change' },
          () => values,
        );
        await assertDearer(tx, context, id, priceFen);
        return changed;
      }
      await assertRoom(tx, scope);
      return addRow(tx, context, typeSubject, { action: 'cards.add' }, values);
    });
  },

  async sellCardTypes(context, { ids, onSale }) {
    assertMayChangeCards(context);
    await changeMany(context, typeSubject, { ids, action: 'cards.sell' }, (row) =>
      row.onSale === onSale ? undefined : { onSale },
    );
    return {};
  },

  async removeCardTypes(context, { ids }) {
    assertMayChangeCards(context);
    const set = { removedAt: context.clock.now(), onSale: false };
    await drop(context, typeSubject, { ids, action: 'cards.remove', set });
  },

  listCardPackages: ({ db, session }, input) => pagePackages(db.read, session.scope, input),

  async readCardPackage({ db, session }, { id }) {
    const found = await readPackage(db.read, session.scope, id);
    if (!found) throw missing();
    return found;
  },

  async saveCardPackage(context, { id, typeId, ...values }) {
    assertMayChangeCards(context);
    const { scope } = context.session;
    return context.db.transaction(async (tx) => {
      const [type] = await find(tx, scope, cardTypes, { id: typeId, removedAt: null }, 'update');
      if (!type) throw missing('cards:error.noType');
      if (values.priceFen <= type.priceFen)
        throw invalidField('priceFen', 'cards:error.cheaperThanCard', { amount: formatFen(type.priceFen) });
      if (id)
        return changeRow(tx, context, packageSubject, { id, action: 'cards.changePackage' }, (row) => {
          if (row.typeId !== typeId) throw invalidField('typeId', 'cards:error.otherType');
          return values;
        });
      const own = await find(tx, scope, cardPackages, { typeId, removedAt: null });
      if (own.length >= mostPackages) throw invalid('cards:error.tooManyPackages', { max: mostPackages });
      return addRow(tx, context, packageSubject, { action: 'cards.addPackage' }, { typeId, ...values });
    });
  },

  async removeCardPackages(context, { ids }) {
    assertMayChangeCards(context);
    await drop(context, packageSubject, {
      ids,
      action: 'cards.removePackage',
      set: { removedAt: context.clock.now(), active: false },
    });
  },
};
