import { eq, inArray } from 'drizzle-orm';
import { tenantNames } from '#features/base/accounts/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { newDigits } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import { audit, auditMany } from '#kit/server/audit.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { identitiesChanged } from '../../contract/events.ts';
import type { IdentityState, ProducedIdentity, productionContract } from '../../contract/production.ts';
import { deviceIdentities as identities } from '../../tables.ts';
import { deviceSecret } from '../device-keys.ts';
import { tellListed } from '../tell-changes.ts';
import { newCode } from './claim-identity.ts';
import { type IdentityRow, lockIdentity, pageIdentities, pageRefusals } from './identity-queries.ts';

const stateOf = (row: IdentityRow): IdentityState =>
  row.blockedAt ? 'blocked' : row.tenantId ? 'claimed' : 'free';

const pinDigits = 6;

const produced = (secrets: Secrets, row: IdentityRow): ProducedIdentity => ({
  ...pick(row, 'code', 'type', 'model', 'claimPin', 'generation'),
  secret: deviceSecret(secrets, row.code, row.generation).toString('hex'),
});

export const identityHandlers: Handlers<typeof productionContract> = {
  async listIdentities({ db }, input) {
    const page = await pageIdentities(db.read, input);
    const owners = page.records.flatMap(({ tenantId }) => (tenantId ? [tenantId] : []));
    const names = await tenantNames(db.read, owners);
    return mapPage(page, (row) => ({
      ...row,
      state: stateOf(row),
      ownerName: row.tenantId && (names.get(row.tenantId) ?? null),
    }));
  },

  async produceIdentities(context, { type, model, count }) {
    const made = await context.db.transaction(async (tx) => {
      const rows: IdentityRow[] = [];
      // A code that exists already is simply drawn again.
      while (rows.length < count) {
        const drawn = Array.from({ length: count - rows.length }, () => ({
          code: newCode(type),
          type,
          model,
          claimPin: newDigits(pinDigits),
        }));
        rows.push(...(await tx.insert(identities).values(drawn).onConflictDoNothing().returning()));
      }
      await audit(tx, context, {
        action: 'devices.produce',
        entity: 'deviceIdentity',
        entityId: rows[0]!.code,
        label: `${model} × ${count}`,
        after: { type, model, codes: rows.map(({ code }) => code) },
      });
      await emit(tx, platformTopic, identitiesChanged);
      return rows;
    });
    return made.map((row) => produced(context.services.secrets, row));
  },

  async blockIdentities(context, { codes, blocked }) {
    const wanted = [...new Set(codes)];
    await context.db.transaction(async (tx) => {
      const changed = await tx
        .update(identities)
        .set({ blockedAt: blocked ? context.clock.now() : null })
        .where(inArray(identities.code, wanted))
        .returning();
      if (changed.length < wanted.length) throw missing();
      await auditMany(
        tx,
        context,
        changed.map(({ code }) => ({
          action: blocked ? 'devices.block' : 'devices.unblock',
          entity: 'deviceIdentity',
          entityId: code,
          label: code,
          after: { blocked },
        })),
      );
      await emit(tx, platformTopic, identitiesChanged);
      await tellListed(
        tx,
        changed.flatMap(({ tenantId }) => tenantId ?? []),
      );
    });
  },

  async raiseGeneration(context, { code }) {
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
      await emit(tx, platformTopic, identitiesChanged);
      return { ...before, generation };
    });
    return produced(context.services.secrets, row);
  },

  async listRefusals(context, input) {
    const say = sayFor(context);
    const page = await pageRefusals(context.db.read, input);
    return mapPage(page, (row) => ({ ...row, reasonName: say(`devices:refusal.${row.reason}`) }));
  },
};
