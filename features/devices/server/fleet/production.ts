import { and, count, eq, ilike, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import { tenantNames } from '#features/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { missing } from '#kit/kernel/errors.ts';
import { newDigits } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { likePattern, orderBy, selectPage } from '#kit/server/paging.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import type { fleetContract } from '../../contract/fleet.ts';
import type { IdentityState, ProducedIdentity } from '../../contract/production.ts';
import { deviceIdentities as identities } from '../../tables.ts';
import { deviceSecret } from '../device-keys.ts';
import { type IdentityRow, lockIdentity, newCode } from './identities.ts';

type ListInput = ParsedInputOf<typeof fleetContract.listIdentities>;

const inState: Record<IdentityState, () => SQL | undefined> = {
  blocked: () => isNotNull(identities.blockedAt),
  claimed: () => and(isNull(identities.blockedAt), isNotNull(identities.tenantId)),
  free: () => and(isNull(identities.blockedAt), isNull(identities.tenantId)),
};
const stateOf = (row: IdentityRow): IdentityState =>
  row.blockedAt ? 'blocked' : row.tenantId ? 'claimed' : 'free';

function matching(input: ListInput): SQL | undefined {
  const pattern = input.keyword ? likePattern(input.keyword) : undefined;
  return and(
    pattern ? or(ilike(identities.code, pattern), ilike(identities.model, pattern)) : undefined,
    input.type ? eq(identities.type, input.type) : undefined,
    input.state ? inState[input.state]() : undefined,
  );
}

export const listIdentities: Handler<typeof fleetContract.listIdentities> = async (context, input) => {
  const reader = context.db.read;
  const columns = {
    createdAt: identities.createdAt,
    code: identities.code,
    claimedAt: identities.claimedAt,
  };
  const page = await selectPage(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(identities)
        .where(matching(input))
        .orderBy(...orderBy(input, columns, { sort: 'createdAt', order: 'desc' }, identities.code))
        .limit(limit)
        .offset(offset),
    async () =>
      (await reader.select({ total: count() }).from(identities).where(matching(input)))[0]?.total ?? 0,
  );
  const owners = page.records.flatMap(({ tenantId }) => (tenantId ? [tenantId] : []));
  const names = await tenantNames(reader, owners);
  return {
    ...page,
    records: page.records.map((row) => ({
      ...row,
      state: stateOf(row),
      ownerName: row.tenantId && (names.get(row.tenantId) ?? null),
      createdAt: row.createdAt.toISOString(),
      claimedAt: row.claimedAt?.toISOString() ?? null,
      blockedAt: row.blockedAt?.toISOString() ?? null,
    })),
  };
};

const produced = (secrets: Secrets, row: IdentityRow): ProducedIdentity => ({
  code: row.code,
  type: row.type,
  model: row.model,
  claimPin: row.claimPin,
  generation: row.generation,
  secret: deviceSecret(secrets, row.code, row.generation).toString('hex'),
});

const pinDigits = 6;

export const produceIdentities: Handler<typeof fleetContract.produceIdentities> = async (context, input) => {
  const made = await context.db.transaction(async (tx) => {
    const rows: IdentityRow[] = [];
    // A code that exists already is simply drawn again.
    while (rows.length < input.count) {
      const drawn = Array.from({ length: input.count - rows.length }, () => ({
        code: newCode(input.type),
        type: input.type,
        model: input.model,
        claimPin: newDigits(pinDigits),
      }));
      rows.push(...(await tx.insert(identities).values(drawn).onConflictDoNothing().returning()));
    }
    await audit(tx, context, {
      action: 'devices.produce',
      entity: 'deviceIdentity',
      entityId: rows[0]!.code,
      label: `${input.model} × ${input.count}`,
      after: { type: input.type, model: input.model, codes: rows.map(({ code }) => code) },
    });
    return rows;
  });
  return made.map((row) => produced(context.services.secrets, row));
};

export const blockIdentities: Handler<typeof fleetContract.blockIdentities> = async (context, input) => {
  const codes = [...new Set(input.codes)];
  await context.db.transaction(async (tx) => {
    const changed = await tx
      .update(identities)
      .set({ blockedAt: input.blocked ? context.clock.now() : null })
      .where(inArray(identities.code, codes))
      .returning();
    if (changed.length < codes.length) throw missing();
    for (const { code, tenantId } of changed) {
      await audit(tx, context, {
        action: input.blocked ? 'devices.block' : 'devices.unblock',
        entity: 'deviceIdentity',
        entityId: code,
        label: code,
        after: { blocked: input.blocked },
      });
      if (tenantId) await emit(tx, tenantTopic(tenantId), 'device.listed', {});
    }
  });
  return {};
};

export const raiseGeneration: Handler<typeof fleetContract.raiseGeneration> = async (context, { code }) => {
  const row = await context.db.transaction(async (tx) => {
    const before = await lockIdentity(tx, code);
    if (!before) throw missing();
    const generation = before.generation + 1;
    await tx.update(identities).set({ generation }).where(eq(identities.code, code));
    await audit(tx, context, {
      action: 'devices.renewKey',
      entity: 'deviceIdentity',
      entityId: code,
      label: code,
      before: { generation: before.generation },
      after: { generation },
    });
    return { ...before, generation };
  });
  return produced(context.services.secrets, row);
};
