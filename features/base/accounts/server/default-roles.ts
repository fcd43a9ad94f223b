import type { Feature } from '#kit/contract/feature.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Language } from '#kit/kernel/language.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import { roles } from '../tables.ts';
import { keysOfRealm } from './rights.ts';

export const defaultRoleNames = ['manager', 'cashier', 'restocker', 'franchisee'] as const;
export type DefaultRole = (typeof defaultRoleNames)[number];

/** What concerns the merchant as a whole stays with its owner. */
const ownersOnly =
  /^(accounts\.(roleEdit|merchantEdit|franchisee\w+)|(remotecredit|coins|allowance)\.limits|allowance\.approve|members\.import|onboarding\.(edit|reveal)|sharing\.manage|wallet\.(manage|withdraw))$/;
const isView = (key: string) => !key.startsWith('accounts.') && key.endsWith('.view');
/** What the merchant earns and who it is are nobody's business on the floor. */
const isFloorView = (key: string) => isView(key) && !/^(wallet|sharing|onboarding)\./.test(key);

/** A person at the counter sells and hands the till over. */
const cashiers = new Set(['orders.sell', 'coins.cashier']);
/** Franchisees look after their own wallet and the card it pays to. */
const franchisees = new Set(['wallet.withdraw', 'onboarding.edit', 'onboarding.reveal']);

/** A person who brings goods fills, counts, tries lanes and clears jams. */
const restockers = new Set([
  'vending.fill',
  'vending.test',
  'gifts.load',
  'gifts.stock',
  'stock.book',
  'devices.operate',
  'alerts.handle',
]);

const rightsOf: Record<DefaultRole, (key: string) => boolean> = {
  manager: (key) => !ownersOnly.test(key),
  cashier: (key) => isFloorView(key) || cashiers.has(key),
  restocker: (key) => isFloorView(key) || restockers.has(key),
  franchisee: (key) => isView(key) || franchisees.has(key),
};

/** A new merchant starts with the usual jobs and changes them as it likes. */
export async function createDefaultRoles(
  tx: Tx,
  services: { features: readonly Feature[]; texts: Services['texts'] },
  tenantId: string,
  language: Language,
  idOf: (role: DefaultRole) => string = () => newId(),
): Promise<void> {
  const keys = keysOfRealm(services.features, 'merchant');
  await insert(
    tx,
    tenantScope(tenantId),
    roles,
    defaultRoleNames.map((name, index) => ({
      id: idOf(name),
      title: services.texts.say(language, `accounts:defaultRole.${name}`),
      alias: name === 'franchisee' ? name : '',
      permissions: keys.filter(rightsOf[name]),
      sort: index + 1,
    })),
  );
}
