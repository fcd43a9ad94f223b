import { platformTenantId } from '#kit/server/scope.ts';
import type { Unit, WalletPurpose } from '../contract.ts';
import type { AccountName } from './accounts.ts';

/** The accounts of docs/money.md by name. Pure: code that moves money names both ends with these. */
export type OutsideChannel = 'wechat' | 'alipay' | 'bank';

/** The main wallet of an organisation has the organisation's id. */
export const walletAccount = (tenantId: string, walletId: string, purpose: WalletPurpose): AccountName => ({
  tenantId,
  ownerKind: 'merchant',
  ownerId: walletId,
  purpose,
  unit: 'fen',
});

export const channelAccount = (
  channel: OutsideChannel,
  purpose: 'clearing' | 'refunding' | 'paying',
): AccountName => ({
  tenantId: platformTenantId,
  ownerKind: 'channel',
  ownerId: channel,
  purpose,
  unit: 'fen',
});

/** Platforms where merchants may have their own numbers. */
export type DirectChannel = 'wechat' | 'alipay';

/**
 * The merchant's own number at a platform, in the merchant's books: what it collected never was with us. `late` holds
 * refunds that were returned after they had been given up, until people settle them.
 */
export const directAccount = (
  tenantId: string,
  channel: DirectChannel,
  purpose: 'clearing' | 'refunding' | 'paying' | 'late',
): AccountName => ({
  tenantId,
  ownerKind: 'channel',
  ownerId: `${channel}-own`,
  purpose,
  unit: 'fen',
});

export const clearing = (channel: OutsideChannel): AccountName => channelAccount(channel, 'clearing');

/** The till of a merchant. */
export const counterAccount = (tenantId: string): AccountName => ({
  tenantId,
  ownerKind: 'channel',
  ownerId: 'counter',
  purpose: 'clearing',
  unit: 'fen',
});

/** What platforms of group buy owe a merchant and settle with it themselves, as a negative number. */
export const groupBuyAccount = (tenantId: string): AccountName => ({
  tenantId,
  ownerKind: 'channel',
  ownerId: 'group-buy',
  purpose: 'clearing',
  unit: 'fen',
});

/** What a merchant took before anything was counted here, as a negative number: the money is in no till that we know of. */
export const openingAccount = (tenantId: string): AccountName => ({
  tenantId,
  ownerKind: 'channel',
  ownerId: 'opening',
  purpose: 'clearing',
  unit: 'fen',
});

export const platformFee: AccountName = {
  tenantId: platformTenantId,
  ownerKind: 'platform',
  ownerId: 'fee',
  purpose: 'earned',
  unit: 'fen',
};

export const playerAccount = (
  tenantId: string,
  playerId: string,
  siteId: string,
  unit: Unit,
): AccountName => ({
  tenantId,
  ownerKind: 'player',
  ownerId: playerId,
  purpose: `site:${siteId}`,
  unit,
});

/** What a player bought with cash at a site: the money is in the till, so nobody who earns it can withdraw it. */
export const playerCashAccount = (tenantId: string, playerId: string, siteId: string): AccountName => ({
  ...playerAccount(tenantId, playerId, siteId, 'fen'),
  purpose: `cash:${siteId}`,
});

export const mintAccount = (tenantId: string, unit: 'coin' | 'point' | 'ticket'): AccountName => ({
  tenantId,
  ownerKind: 'channel',
  ownerId: 'mint',
  purpose: 'issued',
  unit,
});

/**
 * What a campaign of red packets may still give: fen set aside from the merchant's wallet, or coins. As an account of the
 * merchant it can not go below zero, however many players open packets at the same moment.
 */
export const campaignAccount = (tenantId: string, campaignId: string, unit: 'fen' | 'coin'): AccountName => ({
  tenantId,
  ownerKind: 'merchant',
  ownerId: campaignId,
  purpose: 'redPacket',
  unit,
});

/** Fees of stored value that a wallet has not paid yet, as a negative number: they go before anything leaves it. */
export const owedAccount = (tenantId: string, walletId: string): AccountName => ({
  tenantId,
  ownerKind: 'channel',
  ownerId: 'owed',
  purpose: walletId,
  unit: 'fen',
});

/** The other side of what the platform takes from organisations and gives back. */
export const platformAdjustment: AccountName = { ...platformFee, ownerId: 'adjustment' };

/** What the platform pays for ad tasks: below zero by all that merchants got for plays. */
export const platformAds: AccountName = { ...platformFee, ownerId: 'ads' };
