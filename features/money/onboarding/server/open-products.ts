import { conflict } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import type { BusinessState, Product, ProductState } from '../contract/shared.ts';
import { type Holder, holderOfUser } from './holder.ts';
import { findPassed } from './submission-queries.ts';

const productOf: Record<ChannelName, Product> = { wechat: 'wechatPay', alipay: 'alipay' };

/** What the operator of the platform has access to. */
const access: Record<Product, (services: Services) => boolean> = {
  wechatPay: ({ channels }) => channels.wechat !== undefined,
  alipay: ({ channels }) => channels.alipay !== undefined,
  transfer: ({ channels }) => channels.wechat !== undefined,
  sharing: ({ channels }) => channels.wechat !== undefined,
};

export const isConfigured = (services: Services, product: Product): boolean => access[product](services);

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
  if (!isConfigured(services, product)) return 'unconfigured';
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
  if (!isConfigured(services, product)) return false;
  const holder: Holder = userId
    ? await holderOfUser(reader, tenantId, userId)
    : { tenantId, holderId: tenantId };
  return (await findPassed(reader, holder)) !== undefined;
}

/** Over which platforms a player of one can pay an organisation; in any other browser both are separate pages. */
export async function openChannels(
  reader: Reader,
  services: Services,
  tenantId: string,
  platform: ChannelName | 'phone',
): Promise<ChannelName[]> {
  const offered: ChannelName[] = platform === 'phone' ? ['alipay', 'wechat'] : [platform];
  const found = await Promise.all(
    offered.map((channel) => isProductOpen(reader, services, tenantId, productOf[channel])),
  );
  return offered.filter((_, place) => found[place]);
}

/** Refuses what is not open, before anything is written. What nobody configured is refused where it is used. */
export async function requireProduct(
  reader: Reader,
  services: Services,
  tenantId: string,
  product: Product,
  userId?: string,
): Promise<void> {
  if (!isConfigured(services, product)) return;
  if (!(await isProductOpen(reader, services, tenantId, product, userId)))
    throw conflict(`onboarding:error.closed.${product}`);
}
