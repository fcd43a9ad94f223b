import { and, eq, gt, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { atSite, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, insert, type NewRowOf, type RowOf, rows, update } from '#kit/server/tables.ts';
import type { LinkState, remotecreditContract } from '../contract.ts';
import { remoteCreditLinks, remoteCredits } from '../tables.ts';

type Links = ColumnsOf<typeof remoteCreditLinks>;
export type LinkRow = RowOf<typeof remoteCreditLinks>;

const conditionOf: Record<LinkState, (link: Links, now: Date) => SQL | undefined> = {
  used: (link) => isNotNull(link.usedAt),
  revoked: (link) => and(isNull(link.usedAt), isNotNull(link.revokedAt)),
  expired: (link, now) => and(isNull(link.usedAt), isNull(link.revokedAt), lte(link.expiresAt, now)),
  open: (link, now) => and(isNull(link.usedAt), isNull(link.revokedAt), gt(link.expiresAt, now)),
};

/** Links with their sites and how their last use went. */
export function pageLinks(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof remotecreditContract.listLinks>,
  now: Date,
) {
  const link = rows(scope, remoteCreditLinks);
  const credit = rows(scope, remoteCredits);
  const site = siteView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select()
        .from(link)
        .leftJoin(site, atSite(site, link))
        .leftJoin(credit, and(eq(credit.tenantId, link.tenantId), eq(credit.id, link.creditId))),
    filters: {
      state: (state) => conditionOf[state](link, now),
      fieldId: equals(link.siteId),
      equipmentId: equals(link.deviceId),
    },
    ...newestFirst(link),
    sort: { createdAt: link.createdAt, expiresAt: link.expiresAt },
  });
}
export type ListedLink = Awaited<ReturnType<typeof pageLinks>>['records'][number];

/** Found over all tenants: the secret in the link is all that a visitor has. */
export async function findLink(reader: Reader, tokenHash: string): Promise<LinkRow | undefined> {
  const [found] = await find(reader, platformScope, remoteCreditLinks, { tokenHash });
  return found;
}

export async function insertLink(
  tx: Tx,
  scope: Scope,
  values: NewRowOf<typeof remoteCreditLinks>,
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

/** Its use certainly added nothing: a person with the link may try again until it expires. */
export async function reopenLink(
  tx: Tx,
  tenantId: string,
  linkId: string,
  creditId: string,
): Promise<LinkRow | undefined> {
  const [link] = await update(
    tx,
    tenantScope(tenantId),
    remoteCreditLinks,
    (link) => and(eq(link.id, linkId), eq(link.creditId, creditId)),
    { usedAt: null },
  );
  return link;
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
