import { conflict } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { BusinessState, Product, ProductState } from '../contract/shared.ts';
import { type Holder, holderOfUser } from './holder.ts';
import { findPassed } from './submission-queries.ts';

/** What the operator of the platform has access to. */
const isConfigured: Record<Product, (services: Services) => boolean> = {
  wechatPay: ({ channels }) => channels.wechat !== undefined,
  alipay: ({ channels }) => channels.alipay !== undefined,
  transfer: ({ channels }) => channels.wechat !== undefined,
  sharing: ({ channels }) => channels.wechat !== undefined,
};

const waiting: Record<BusinessState, ProductState> = {
  none: 'missing',
  draft: 'missing',
  untreated: 'reviewing',
  processing: 'reviewing',
  passed: 'open',
  rejected: 'rejected',
};

export const productState = (
  services: Services,
  product: Product,
  { state, verified }: { state: BusinessState; verified: boolean },
): ProductState => {
  if (!isConfigured[product](services)) return 'unconfigured';
  return verified ? 'open' : waiting[state];
};

/** Whether it is open to an organisation or, where `userId` is a franchisee, to the person. */
export async function isProductOpen(
  reader: Reader,
  services: Services,
  tenantId: string,
  product: Product,
  userId?: string,
): Promise<boolean> {
  if (!isConfigured[product](services)) return false;
  const holder: Holder = userId
    ? await holderOfUser(reader, tenantId, userId)
    : { tenantId, holderId: tenantId };
  return (await findPassed(reader, holder)) !== undefined;
}

/** Refuses what is not open, before anything is written. What nobody configured is refused where it is used. */
export async function requireProduct(
  reader: Reader,
  services: Services,
  tenantId: string,
  product: Product,
  userId?: string,
): Promise<void> {
  if (!isConfigured[product](services)) return;
  if (!(await isProductOpen(reader, services, tenantId, product, userId)))
    throw conflict(`onboarding:error.closed.${product}`);
}
