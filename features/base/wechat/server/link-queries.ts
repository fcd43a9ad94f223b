import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, remove, update } from '#kit/server/tables.ts';
import { wechatLinkRequests, wechatLinks } from '../tables.ts';

export interface Person {
  tenantId: string;
  userId: string;
}

export type LinkRow = RowOf<typeof wechatLinks>;
export type RequestRow = RowOf<typeof wechatLinkRequests>;

export async function findLinked(
  reader: Reader,
  { tenantId, userId }: Person,
  lock?: 'update',
): Promise<LinkRow | undefined> {
  const [found] = await find(reader, tenantScope(tenantId), wechatLinks, { userId }, lock);
  return found;
}

export async function storeLinked(
  tx: Tx,
  { tenantId, userId }: Person,
  { appId, openId, at }: { appId: string; openId: string; at: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into wechat_link (tenant_id, user_id, app_id, open_id, linked_at)
    values (${tenantId}, ${userId}, ${appId}, ${openId}, ${at.toISOString()}::timestamptz)
    on conflict (tenant_id, user_id) do update
    set app_id = excluded.app_id, open_id = excluded.open_id, linked_at = excluded.linked_at, not_following_since = null`);
}

export async function removeLinked(tx: Tx, { tenantId, userId }: Person): Promise<LinkRow | undefined> {
  const [removed] = await remove(tx, tenantScope(tenantId), wechatLinks, { userId });
  return removed;
}

/** Of the link that was told: a newer one knows nothing of it. */
export async function markFollowing(
  tx: Tx,
  { tenantId, userId }: Person,
  { openId, since }: { openId: string; since: Date | null },
): Promise<void> {
  await update(tx, tenantScope(tenantId), wechatLinks, { userId, openId }, { notFollowingSince: since });
}

export async function storeRequest(
  tx: Tx,
  { tenantId, userId }: Person,
  { tokenHash, at, expiresAt }: { tokenHash: string; at: Date; expiresAt: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into wechat_link_request (tenant_id, user_id, created_at, token_hash, expires_at)
    values (${tenantId}, ${userId}, ${at.toISOString()}::timestamptz, ${tokenHash}, ${expiresAt.toISOString()}::timestamptz)
    on conflict (tenant_id, user_id) do update
    set created_at = excluded.created_at, token_hash = excluded.token_hash, expires_at = excluded.expires_at,
      used_at = null, code_hash = null`);
}

/** Found over all tenants: the secret in the link is all that the phone has. */
export async function findRequest(reader: Reader, tokenHash: string): Promise<RequestRow | undefined> {
  const [found] = await find(reader, platformScope, wechatLinkRequests, { tokenHash });
  return found;
}

/** Of many who use it at once, one. */
export async function takeRequest(
  tx: Tx,
  { tenantId, tokenHash }: RequestRow,
  { codeHash, at }: { codeHash: string; at: Date },
): Promise<boolean> {
  const taken = await update(
    tx,
    tenantScope(tenantId),
    wechatLinkRequests,
    (columns) => and(eq(columns.tokenHash, tokenHash), isNull(columns.usedAt), gt(columns.expiresAt, at)),
    { usedAt: at, codeHash },
  );
  return taken.length === 1;
}

export async function removeRequest(tx: Tx, { tenantId, userId }: Person): Promise<void> {
  await remove(tx, tenantScope(tenantId), wechatLinkRequests, { userId });
}
