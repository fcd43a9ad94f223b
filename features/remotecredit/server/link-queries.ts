import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { orderBy, selectPage } from '#kit/server/paging.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { insert, rows, type TenantTable, update } from '#kit/server/tables.ts';
import type { LinkState, remotecreditContract } from '../contract.ts';
import { remoteCreditLinks } from '../tables.ts';

type Links = typeof remoteCreditLinks extends TenantTable<infer T> ? T : never;
export type LinkRow = Links['$inferSelect'];
type ListInput = ParsedInputOf<typeof remotecreditContract.listLinks>;

export function linkStateOf(row: LinkRow, now: Date): LinkState {
  if (row.usedAt) return 'used';
  if (row.revokedAt) return 'revoked';
  return row.expiresAt <= now ? 'expired' : 'open';
}

const conditionOf: Record<LinkState, (link: Links, now: Date) => SQL | undefined> = {
  used: (link) => isNotNull(link.usedAt),
  revoked: (link) => and(isNull(link.usedAt), isNotNull(link.revokedAt)),
  expired: (link, now) => and(isNull(link.usedAt), isNull(link.revokedAt), lte(link.expiresAt, now)),
  open: (link, now) => and(isNull(link.usedAt), isNull(link.revokedAt), gt(link.expiresAt, now)),
};

export function pageLinks(reader: Reader, scope: Scope, input: ListInput, now: Date) {
  const link = rows(scope, remoteCreditLinks);
  const where = and(
    input.state && conditionOf[input.state](link, now),
    input.fieldId ? eq(link.siteId, input.fieldId) : undefined,
    input.equipmentId ? eq(link.deviceId, input.equipmentId) : undefined,
  );
  const order = orderBy(
    input,
    { createdAt: link.createdAt, expiresAt: link.expiresAt },
    { sort: 'createdAt', order: 'desc' },
    link.id,
  );
  return selectPage<LinkRow>(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(link)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    async () => {
      const [found] = await reader.select({ total: sql<number>`count(*)::int` }).from(link).where(where);
      return found?.total ?? 0;
    },
  );
}

/** Found over all tenants: the secret in the link is all that a visitor has. */
export async function findLink(reader: Reader, tokenHash: string): Promise<LinkRow | undefined> {
  const link = rows(platformScope, remoteCreditLinks);
  const [found] = await reader.select().from(link).where(eq(link.tokenHash, tokenHash));
  return found;
}

/** Links promise coins from the day they are made, unless they ended unused. */
export async function linkedOnDay(
  reader: Reader,
  person: { tenantId: string; userId: string; day: string },
  now: Date,
): Promise<number> {
  const link = rows(tenantScope(person.tenantId), remoteCreditLinks);
  const [found] = await reader
    .select({ coins: sql<number>`coalesce(sum(${link.coins}), 0)::int` })
    .from(link)
    .where(
      and(
        eq(link.userId, person.userId),
        eq(link.day, person.day),
        or(conditionOf.open(link, now), conditionOf.used(link, now)),
      ),
    );
  return found?.coins ?? 0;
}

export async function insertLink(
  tx: Tx,
  scope: Scope,
  values: Omit<Links['$inferInsert'], 'tenantId'>,
): Promise<void> {
  await insert(tx, scope, remoteCreditLinks, values);
}

/** Of many visitors at once, one. */
export async function takeLink(tx: Tx, link: LinkRow, creditId: string, now: Date): Promise<boolean> {
  const taken = await update(
    tx,
    tenantScope(link.tenantId),
    remoteCreditLinks,
    (columns) => and(eq(columns.id, link.id), conditionOf.open(columns, now)),
    { usedAt: now, creditId },
  );
  return taken.length === 1;
}

/** Its use certainly added nothing: whoever has the link may try again until it expires. */
export async function reopenLink(tx: Tx, tenantId: string, linkId: string, creditId: string): Promise<void> {
  await update(
    tx,
    tenantScope(tenantId),
    remoteCreditLinks,
    (link) => and(eq(link.id, linkId), eq(link.creditId, creditId)),
    { usedAt: null },
  );
}

export async function voidLink(tx: Tx, scope: Scope, id: string, now: Date): Promise<LinkRow | undefined> {
  const [row] = await update(
    tx,
    scope,
    remoteCreditLinks,
    (link) => and(eq(link.id, id), conditionOf.open(link, now)),
    { revokedAt: now },
  );
  return row;
}
