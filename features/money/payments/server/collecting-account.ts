import { type AccountName, channelAccount, directAccount } from '#features/money/ledger/server/public.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import type { PaymentRow } from './payment-queries.ts';

/** Where the money of a payment is outside: with us, or at the merchant's own number, in the merchant's books. */
export const collectingAccount = (
  { tenantId, channel, subMerchant }: Pick<PaymentRow, 'tenantId' | 'channel' | 'subMerchant'>,
  purpose: 'clearing' | 'refunding' | 'paying',
): AccountName =>
  subMerchant === null
    ? channelAccount(channel as ChannelName, purpose)
    : directAccount(tenantId, channel as ChannelName, purpose);

/** For the clients of the platforms: absent where it is ours. */
export const collectorOf = ({ subMerchant }: Pick<PaymentRow, 'subMerchant'>): { subMerchant?: string } =>
  subMerchant === null ? {} : { subMerchant };
