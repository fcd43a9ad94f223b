import { unavailable } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { openText, sealText } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';
import { find, type RowOf } from '#kit/server/tables.ts';
import type { AtStore, DealAccess, DealPlatform } from '#providers/deal-platform.ts';
import type { Platform } from '../contract/kinds.ts';
import { groupBuyAccounts, type groupBuyStores } from '../tables.ts';

export type AccountRow = RowOf<typeof groupBuyAccounts>;
export type StoreRow = RowOf<typeof groupBuyStores>;

export function platformOf({ deals }: Services, name: Platform): DealPlatform {
  const platform = deals[name];
  if (!platform) throw unavailable('groupbuys:error.notConfigured');
  return platform;
}

const purpose = (platform: Platform, accountNumber: string) =>
  `group buy access ${platform} ${accountNumber}`;

export const sealAccess = ({ secrets }: Services, platform: Platform, access: DealAccess): string =>
  sealText(secrets, JSON.stringify(access), purpose(platform, access.accountId));

const instantOf = (value: unknown): Date | undefined =>
  typeof value === 'string' ? new Date(value) : undefined;

export function openAccess({ secrets }: Services, row: AccountRow): DealAccess {
  const text = openText(secrets, row.accessSealed, purpose(row.platform, row.accountNumber));
  const { expiresAt, refreshUntil, ...access } = JSON.parse(text) as DealAccess;
  const [expires, refresh] = [instantOf(expiresAt), instantOf(refreshUntil)];
  return { ...access, ...(expires && { expiresAt: expires }), ...(refresh && { refreshUntil: refresh }) };
}

/** Why codes of a store can not be asked about now: a text key. */
export function storeRefusal(store: StoreRow, access: AccountRow | undefined, now: Date): string | undefined {
  if (store.goneAt) return 'groupbuys:error.storeGone';
  if (!store.siteId) return 'groupbuys:error.storeNotBound';
  if (!access || access.endedAt) return 'groupbuys:error.storeNotAuthorised';
  return access.expiresAt && access.expiresAt <= now ? 'groupbuys:error.authorisationOver' : undefined;
}

export async function accessOf(
  reader: Reader,
  scope: Scope,
  { accessId }: Pick<StoreRow, 'accessId'>,
): Promise<AccountRow | undefined> {
  if (!accessId) return undefined;
  const [found] = await find(reader, scope, groupBuyAccounts, { id: accessId });
  return found;
}

/** How a store is named to the platform, with what reaches it. */
export const atStore = (services: Services, store: StoreRow, access: AccountRow): AtStore => ({
  access: openAccess(services, access),
  storeId: store.storeNumber,
});
