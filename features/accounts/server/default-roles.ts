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
const ownersOnly = /^(accounts\.(roleEdit|merchantEdit|franchisee\w+)|remotecredit\.limits)$/;
const isOperation = (key: string) => !key.startsWith('accounts.');
const isView = (key: string) => isOperation(key) && /\.view$/.test(key);

/** Whoever goes round with goods fills, counts, tries lanes and sees to what is jammed. */
const restockers = new Set([
  'vending.fill',
  'vending.test',
  'gifts.load',
  'gifts.stock',
  'devices.operate',
  'alerts.handle',
]);

const rightsOf: Record<DefaultRole, (key: string) => boolean> = {
  manager: (key) => !ownersOnly.test(key),
  cashier: isView,
  restocker: (key) => isView(key) || restockers.has(key),
  franchisee: isView,
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
