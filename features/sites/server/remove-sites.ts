import { inArray } from 'drizzle-orm';
import { countDevicesBySite } from '#features/devices/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { update } from '#kit/server/tables.ts';
import type { sitesContract } from '../contract.ts';
import { sites } from '../tables.ts';
import { ensureDefault } from './default-site.ts';
import { lockDefault, lockSites } from './queries.ts';

export const removeSites: Handler<typeof sitesContract.removeSites> = async (context, input) => {
  const { scope, tenantId } = context.session;
  const ids = [...new Set(input.ids)];
  await context.db.transaction(async (tx) => {
    await lockDefault(tx, tenantId);
    const found = await lockSites(tx, scope, ids);
    if (found.length < ids.length) throw missing();
    const deviceCounts = await countDevicesBySite(tx, scope);
    for (const site of found) {
      const devices = deviceCounts.get(site.id);
      if (devices) throw conflict('sites:error.hasDevices', { name: site.name, count: devices });
    }
    const removed = { isDefault: false, enabled: false, removedAt: context.clock.now() };
    await update(tx, scope, sites, (site) => inArray(site.id, ids), removed);
    await ensureDefault(tx, tenantId);
    for (const site of found) {
      await audit(tx, context, {
        action: 'sites.remove',
        entity: 'site',
        entityId: site.id,
        label: site.name,
        before: { ...site },
        after: null,
      });
      await emit(tx, tenantTopic(tenantId), 'site.changed', { id: site.id });
    }
  });
  return {};
};
