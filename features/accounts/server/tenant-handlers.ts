import { and, count, eq, ilike, inArray, isNull, ne, or } from 'drizzle-orm';
import { sendSystemMessage } from '#features/content/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { likePattern, orderBy, selectPage } from '#kit/server/paging.ts';
import { platformScope, platformTenantId } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import { rows } from '#kit/server/tables.ts';
import type { ReviewState } from '../contract/shared.ts';
import { nameReviews, tenants, users } from '../tables.ts';
import { decided } from './review-rules.ts';
import { changeSessions } from './session-changes.ts';
import { lockTenant, type TenantRow, tenantNames, updateTenant } from './tenant-queries.ts';

interface TenantPage {
  current: number;
  size: number;
  sort?: 'createdAt' | 'name' | 'id';
  order?: 'asc' | 'desc';
  keyword?: string;
  realm?: 'agent' | 'merchant';
  reviewState?: ReviewState;
  state?: 'active' | 'disabled';
}

const ownerTypes = [userTypes.merchant, userTypes.agent];

function tenantsWithOwner(reader: Reader, input: TenantPage) {
  const owner = rows(platformScope, users);
  const pattern = input.keyword && likePattern(input.keyword);
  const join = and(
    eq(owner.tenantId, tenants.id),
    inArray(owner.userType, ownerTypes),
    isNull(owner.removedAt),
  );
  const where = and(
    ne(tenants.id, platformTenantId),
    input.realm ? eq(tenants.realm, input.realm) : undefined,
    input.reviewState ? eq(tenants.reviewState, input.reviewState) : undefined,
    input.state ? eq(tenants.state, input.state) : undefined,
    pattern
      ? or(
          ilike(tenants.name, pattern),
          ilike(tenants.id, pattern),
          ilike(owner.account, pattern),
          ilike(owner.phone, pattern),
        )
      : undefined,
  );
  return {
    list: (limit: number, offset: number) =>
      reader
        .select()
        .from(tenants)
        .leftJoin(owner, join)
        .where(where)
        .orderBy(
          ...orderBy(
            input,
            { createdAt: tenants.createdAt, name: tenants.name, id: tenants.id },
            { sort: 'createdAt', order: 'desc' },
            tenants.id,
          ),
        )
        .limit(limit)
        .offset(offset),
    total: async () =>
      (await reader.select({ total: count() }).from(tenants).leftJoin(owner, join).where(where))[0]?.total ??
      0,
  };
}

export async function listTenants(context: StaffContext, input: TenantPage) {
  const reader = context.db.read;
  const query = tenantsWithOwner(reader, input);
  const page = await selectPage(input, ({ limit, offset }) => query.list(limit, offset), query.total);
  const agents = await tenantNames(
    reader,
    page.records.flatMap(({ tenant }) => tenant.agentId ?? []),
  );
  const present = ({ tenant, user_account: owner }: (typeof page.records)[number]) => ({
    id: tenant.id,
    realm: tenant.realm,
    name: tenant.name,
    agentId: tenant.agentId ?? '',
    agentName: (tenant.agentId && agents.get(tenant.agentId)) || '',
    account: owner?.account ?? '',
    phone: owner?.phone ?? '',
    inviterPhone: tenant.inviterPhone,
    state: tenant.state,
    reviewState: tenant.reviewState,
    reviewReason: tenant.reviewReason,
    createdAt: tenant.createdAt.toISOString(),
  });
  return { ...page, records: page.records.map(present) };
}

export async function reviewCounts(context: StaffContext) {
  const reader = context.db.read;
  const review = rows(platformScope, nameReviews);
  const [[registrations], [names]] = await Promise.all([
    reader.select({ total: count() }).from(tenants).where(eq(tenants.reviewState, 'untreated')),
    reader.select({ total: count() }).from(review).where(eq(review.state, 'untreated')),
  ]);
  return { registrations: registrations?.total ?? 0, names: names?.total ?? 0 };
}

/** The platform itself is no tenant that can be judged. */
async function lockOther(tx: Tx, id: string): Promise<TenantRow> {
  const tenant = id === platformTenantId ? undefined : await lockTenant(tx, id);
  if (!tenant) throw missing();
  return tenant;
}

export async function decideRegistration(
  context: StaffContext,
  input: { id: string; passed: boolean; reason: string },
) {
  await changeSessions(context.db, async (tx, touch) => {
    const tenant = await lockOther(tx, input.id);
    const reviewState = decided('registration', tenant.reviewState, input);
    const state = reviewState === 'rejected' ? ('disabled' as const) : ('active' as const);
    await updateTenant(tx, tenant.id, { reviewState, reviewReason: input.reason, state });
    await audit(tx, context, {
      action: 'accounts.decideRegistration',
      entity: 'tenant',
      entityId: tenant.id,
      label: tenant.name,
      tenantId: tenant.id,
      before: { reviewState: tenant.reviewState, state: tenant.state },
      after: { reviewState, state, reason: input.reason },
    });
    // A refused merchant can not open its inbox: it reads the reason when it tries to log in.
    if (input.passed)
      await sendSystemMessage(tx, context.services.texts, {
        audience: { kind: 'tenant', tenantId: tenant.id },
        titleKey: 'accounts:message.registrationPassedTitle',
        bodyKey: 'accounts:message.registrationPassed',
        params: { name: tenant.name },
      });
    await emit(tx, tenantTopic(tenant.id), 'review.decided', {
      kind: 'registration',
      id: tenant.id,
      state: reviewState,
    });
    await touch('tenant', tenant.id);
  });
  return {};
}

export async function setTenantState(
  context: StaffContext,
  input: { id: string; enabled: boolean; reason: string },
) {
  await changeSessions(context.db, async (tx, touch) => {
    const tenant = await lockOther(tx, input.id);
    const state = input.enabled ? ('active' as const) : ('disabled' as const);
    await updateTenant(tx, tenant.id, { state });
    await audit(tx, context, {
      ...(input.enabled ? { action: 'accounts.enableTenant' } : { action: 'accounts.disableTenant' }),
      entity: 'tenant',
      entityId: tenant.id,
      label: tenant.name,
      tenantId: tenant.id,
      before: { state: tenant.state },
      after: { state, reason: input.reason },
    });
    await touch('tenant', tenant.id);
  });
  return {};
}
