import { agentChanged, tenantChanged } from '#features/base/accounts/contract/events.ts';
import { lockTenant, type TenantRow, updateTenant } from '#features/base/accounts/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, platformTopic, tenantTopic, told } from '#kit/server/outbox.ts';

interface Reference {
  id: string;
  action: string;
  note?: Record<string, unknown>;
  /** as `note`, before */
  was?: Record<string, unknown>;
  /** in whose log it stands: the organisation's own unless the caller's is named */
  logOf?: string;
}

/**
 * Organisations are no rows of a tenant, so the kit's `change` does not fit them: this does the same for one.
 */
export async function changeTenant(
  tx: Tx,
  context: StaffContext,
  { id, action, note, was, logOf = id }: Reference,
  work: (tenant: TenantRow) => Partial<TenantRow>,
): Promise<TenantRow> {
  const before = await lockTenant(tx, id);
  if (!before) throw missing();
  const changes = work(before);
  await updateTenant(tx, id, changes);
  const after = { ...before, ...changes };
  await audit(tx, context, {
    action,
    entity: 'tenant',
    entityId: id,
    label: after.name,
    tenantId: logOf,
    before: { ...before, ...was },
    after: { ...after, ...note },
  });
  await tellTenant(tx, id);
  return after;
}

/** The organisation itself and the platform look at it. */
export const tellTenant = (tx: Tx, id: string): Promise<void> =>
  emitAll(
    tx,
    [tenantTopic(id), platformTopic].map((topic) => told(topic, tenantChanged, { id })),
  );

/** Those above see the tree that an agent or merchant stands in; so does the platform. */
export const tellAgents = (tx: Tx, id: string, above: Iterable<string>): Promise<void> =>
  emitAll(tx, [
    ...[...new Set(above)].map((agentId) => told(tenantTopic(agentId), agentChanged, { id })),
    told(platformTopic, agentChanged, { id }),
  ]);
