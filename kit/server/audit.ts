import { jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from './database.ts';
import { platformScope } from './scope.ts';
import type { StaffSession } from './session.ts';
import { createdAtColumn, idColumn, insert, tenantTable } from './tables.ts';

/** The operation log: who changed what, with the values before and after. Append-only by trigger. */
export const auditEntries = tenantTable('audit_entry', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  userId: uuid('user_id'),
  account: text('account').notNull(),
  userName: text('user_name').notNull(),
  /** `<feature>.<verb>`; its name is the translation `<feature>:audit.<verb>` */
  action: text('action').notNull(),
  entity: text('entity').notNull(),
  entityId: text('entity_id').notNull(),
  /** what people call the thing, kept because the thing may be renamed or removed later */
  label: text('label').notNull(),
  address: text('address').notNull(),
  /** where it happened; staff who work at some sites read of those alone, and of what they did themselves */
  siteId: uuid('site_id'),
  before: jsonb('before').$type<Record<string, unknown> | null>(),
  after: jsonb('after').$type<Record<string, unknown> | null>(),
});

export interface Actor {
  session: Pick<StaffSession, 'userId' | 'tenantId' | 'account' | 'name'>;
  address: string;
}

export interface AuditRecord {
  action: string;
  entity: string;
  entityId: string;
  label: string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** the site it is about */
  siteId?: string | null | undefined;
  /** the tenant whose data changed, when it is not the actor's own */
  tenantId?: string;
}

const hiddenFields = /password|secret|token|hash/i;

function presentable(values: Record<string, unknown> | null | undefined): Record<string, unknown> | null {
  if (!values) return null;
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !hiddenFields.test(name) && value !== undefined)
      .map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
}

/** Only what differs is kept, so that a reader of the log sees the change and not the row. */
function difference(before: Record<string, unknown> | null, after: Record<string, unknown> | null) {
  if (!before || !after) return { before, after };
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (values: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

export const audit = (tx: Tx, actor: Actor, record: AuditRecord): Promise<void> =>
  auditMany(tx, actor, [record]);

/** One line for each of many things that one person changed at once. */
export async function auditMany(tx: Tx, actor: Actor, records: readonly AuditRecord[]): Promise<void> {
  if (records.length === 0) return;
  const lines = records.map((record) => {
    const { before, after } = difference(presentable(record.before), presentable(record.after));
    return {
      id: newId(),
      tenantId: record.tenantId ?? actor.session.tenantId,
      userId: actor.session.userId,
      account: actor.session.account,
      userName: actor.session.name,
      action: record.action,
      entity: record.entity,
      entityId: record.entityId,
      label: record.label,
      address: actor.address,
      siteId: record.siteId ?? null,
      before,
      after,
    };
  });
  await insert(tx, platformScope, auditEntries, lines);
}
