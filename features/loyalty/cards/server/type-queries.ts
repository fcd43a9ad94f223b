import { and, eq, isNull, sql } from 'drizzle-orm';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, rows } from '#kit/server/tables.ts';
import { typeCalls } from '../contract/types.ts';
import { cardGrants, cardPackages, cardTypes } from '../tables.ts';
import type { CardTypeRow } from './card-queries.ts';
import type { CardPackageRow } from './sell-cards.ts';

/** By type: sold and given, and packages that are on sale. Both are counted over all sites: there is one stock. */
function figures(reader: Reader, scope: Scope) {
  const grant = rows(wholeTenants(scope), cardGrants);
  const pack = rows(scope, cardPackages);
  const sold = reader
    .select({
      tenantId: grant.tenantId,
      typeId: grant.typeId,
      number: sql<number>`count(*)::int`.as('sold_number'),
    })
    .from(grant)
    .where(isNull(grant.givenUpAt))
    .groupBy(grant.tenantId, grant.typeId)
    .as('sold');
  const packs = reader
    .select({
      tenantId: pack.tenantId,
      typeId: pack.typeId,
      number: sql<number>`count(*)::int`.as('pack_number'),
    })
    .from(pack)
    .where(and(isNull(pack.removedAt), pack.active))
    .groupBy(pack.tenantId, pack.typeId)
    .as('packs');
  return { sold, packs };
}

const wholeTenants = (scope: Scope): Scope => (scope.kind === 'tenant' ? { ...scope, siteIds: null } : scope);

function typesOf(reader: Reader, scope: Scope) {
  const type = rows(scope, cardTypes);
  const { sold, packs } = figures(reader, scope);

  const number = sql<number>`coalesce(${sold.number}, 0)`;
  return {
    type,
    from: () =>
      reader
        .select({
          ...pick(
            type,
            'id',
            'createdAt',
            'name',
            'image',
            'intro',
            'priceFen',
            'stock',
            'perPlayer',
            'onSale',
            'terms',
          ),
          sold: number,
          packages: sql<number>`coalesce(${packs.number}, 0)`,
        })
        .from(type)
        .leftJoin(sold, and(eq(sold.tenantId, type.tenantId), eq(sold.typeId, type.id)))
        .leftJoin(packs, and(eq(packs.tenantId, type.tenantId), eq(packs.typeId, type.id))),
  };
}

export const pageTypes = listing(typeCalls.listCardTypes, (reader, scope, input) => {
  const { type, from } = typesOf(reader, scope);
  return pageRows(reader, input, {
    from,
    of: type,
    where: isNull(type.removedAt),
    filters: { name: search(type.name), onSale: equals(type.onSale) },
    ...newestFirst(type),
    sort: { createdAt: type.createdAt, priceFen: type.priceFen },
  });
});

export async function readType(reader: Reader, scope: Scope, id: string) {
  const { type, from } = typesOf(reader, scope);
  const [found] = await from().where(and(eq(type.id, id), isNull(type.removedAt)));
  return found;
}

/** On sale at a merchant, the cheapest first; there are few of them (`mostTypes`). */
export async function typesOnSale(reader: Reader, tenantId: string): Promise<CardTypeRow[]> {
  const found = await find(reader, tenantScope(tenantId), cardTypes, { removedAt: null, onSale: true });
  return found.sort((a, b) => a.priceFen - b.priceFen || (a.id < b.id ? -1 : 1));
}

export async function packagesOnSale(reader: Reader, tenantId: string): Promise<CardPackageRow[]> {
  const found = await find(reader, tenantScope(tenantId), cardPackages, { removedAt: null, active: true });
  return found.sort((a, b) => a.priceFen - b.priceFen || (a.id < b.id ? -1 : 1));
}

function packagesOf(reader: Reader, scope: Scope) {
  const pack = rows(scope, cardPackages);
  const type = rows(scope, cardTypes);
  const { id, createdAt, typeId, name, priceFen, coins, active } = pack;
  const from = () =>
    reader
      .select({ id, createdAt, typeId, typeName: type.name, name, priceFen, coins, active })
      .from(pack)
      .innerJoin(type, and(eq(type.tenantId, pack.tenantId), eq(type.id, pack.typeId)));
  return { pack, from };
}

export async function readPackage(reader: Reader, scope: Scope, id: string) {
  const { pack, from } = packagesOf(reader, scope);
  const [found] = await from().where(and(eq(pack.id, id), isNull(pack.removedAt)));
  return found;
}

export const pagePackages = listing(typeCalls.listCardPackages, (reader, scope, input) => {
  const { pack, from } = packagesOf(reader, scope);
  return pageRows(reader, input, {
    from,
    of: pack,
    where: isNull(pack.removedAt),
    filters: { typeId: equals(pack.typeId), name: search(pack.name) },
    ...newestFirst(pack),
    sort: { priceFen: pack.priceFen, createdAt: pack.createdAt },
  });
});
