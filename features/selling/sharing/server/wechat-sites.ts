import { businessDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { validities } from '../rules/periods.ts';
import { findReceivers, findVersions } from './share-queries.ts';

/** Whether WeChat shall keep a payment apart: only then can a part of it be shared there. */
export async function sharesByWechat(
  reader: Reader,
  order: { tenantId: string; siteId: string | null; payWay: string },
  now: Date,
): Promise<boolean> {
  if (order.payWay !== 'wechat' || order.siteId === null) return false;
  const scope = tenantScope(order.tenantId);
  const today = businessDay(now);
  const versions = (await findVersions(reader, scope, [order.siteId])).get(order.siteId) ?? [];
  const current = validities(versions).find(({ from, to }) => from <= today && (to === null || today < to));
  if (!current || current.version.ends) return false;
  const receivers = await findReceivers(
    reader,
    scope,
    current.version.ratios.map(({ receiverId }) => receiverId),
  );
  return [...receivers.values()].some(
    ({ way, wechatState, removedAt }) => way === 'wechat' && wechatState === 'registered' && !removedAt,
  );
}
