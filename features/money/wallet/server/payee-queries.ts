import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { StaffSession } from '#kit/server/session.ts';
import { find, type RowOf } from '#kit/server/tables.ts';
import { wechatPayees } from '../tables.ts';

/** The WeChat account the caller is paid to; its id stays sealed. */
export async function findPayee(
  reader: Reader,
  { tenantId, userId }: Pick<StaffSession, 'tenantId' | 'userId'>,
): Promise<RowOf<typeof wechatPayees> | undefined> {
  const [found] = await find(reader, tenantScope(tenantId), wechatPayees, { userId });
  return found;
}
