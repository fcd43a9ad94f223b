import { jobRoles } from '#features/base/accounts/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { mayUse } from '#kit/server/session.ts';
import { update } from '#kit/server/tables.ts';
import { allowanceChanged, allowanceContract, requestsChanged } from '../contract.ts';
import type { AllowanceLimit } from '../rules/worth-rules.ts';
import { allowanceRequests } from '../tables.ts';
import { pageGiven, pageRequests } from './allowance-queries.ts';
import { assertNotLimited } from './assert-not-limited.ts';
import { decideRequest, lockRequest } from './decide-request.ts';
import { allowanceLeft } from './give-worth.ts';
import { limitFor, readLimits, writeLimit } from './limit-queries.ts';

const { decideRequest: decide, saveAllowanceLimit: save } = allowanceContract;

const shown = ({ perDayFen, aloneFen }: AllowanceLimit) => ({
  perDay: formatFen(perDayFen),
  alone: formatFen(aloneFen),
});

/** Who sets limits or agrees sees what everybody gives; others see their own. */
const onlyOwn = ({ session }: StaffContext, ...rights: (typeof decide | typeof save)[]) =>
  rights.some(({ access }) => mayUse(session, access)) ? undefined : session.userId;

export const allowanceHandlers: Handlers<typeof allowanceContract> = {
  readAllowance: ({ db, session, clock }) => allowanceLeft(db.read, session, clock.now()),

  listGiven: (context, input) =>
    pageGiven(context.db.read, context.session.tenantId, onlyOwn(context, decide, save), input),

  async listRequests(context, input) {
    const { db, session } = context;
    const say = sayFor(context);
    const page = await pageRequests(db.read, session.tenantId, onlyOwn(context, decide), input);
    const mayDecide = mayUse(session, decide.access);
    return mapPage(page, ({ tells, userId, ...row }) => {
      const mine = userId === session.userId;
      return {
        ...row,
        says: tells.map(({ key, params }) => say(key, params)).join(' · '),
        mine,
        decidable: mayDecide && !mine && row.state === 'waiting',
      };
    });
  },

  decideRequest,

  async withdrawRequest(context, { id }) {
    const { session, clock } = context;
    const { tenantId, userId, name } = session;
    await context.db.transaction(async (tx) => {
      const row = await lockRequest(tx, tenantId, id);
      if (row.userId !== userId) throw missing();
      await update(
        tx,
        tenantScope(tenantId),
        allowanceRequests,
        { id },
        {
          state: 'withdrawn',
          payload: null,
          ...{ decidedAt: clock.now(), decidedBy: userId, decidedByName: name },
        },
      );
      await audit(tx, context, {
        action: 'allowance.withdraw',
        entity: 'allowanceRequest',
        entityId: id,
        label: row.label,
        after: { door: row.door, worth: formatFen(row.worthFen) },
      });
      await emit(tx, tenantTopic(tenantId), requestsChanged);
    });
  },

  async listAllowanceLimits(context, { current, size, order }) {
    const { db, session } = context;
    const [roles, set] = await Promise.all([
      jobRoles(db.read, session.tenantId),
      readLimits(db.read, session.tenantId),
    ]);
    const isSet = (roleId: string | null) => set.some((row) => row.roleId === roleId);
    const rowOf = (roleId: string | null, roleName: string) => ({
      id: roleId ?? 'all',
      roleId,
      roleName,
      ...limitFor(set, roleId),
      usual: !isSet(roleId),
    });
    const named = roles.map(({ id, name }) => rowOf(id, name));
    const all = [rowOf(null, sayFor(context)('allowance:limit.everybody')), ...named];
    if (order === 'desc') all.reverse();
    const records = all.slice((current - 1) * size, current * size);
    return { records, total: all.length, size, current, pages: Math.ceil(all.length / size) };
  },

  async saveAllowanceLimit(context, { roleId, perDayFen, aloneFen }) {
    const { tenantId } = context.session;
    if (aloneFen > perDayFen) throw conflict('allowance:error.aloneAboveDay');
    await context.db.transaction(async (tx) => {
      await assertNotLimited(tx, context);
      const role = roleId ? (await jobRoles(tx, tenantId)).find(({ id }) => id === roleId) : undefined;
      if (roleId && !role) throw missing();
      const before = limitFor(await readLimits(tx, tenantId), roleId);
      const after = { perDayFen, aloneFen };
      await writeLimit(tx, tenantId, roleId ?? null, after);
      await audit(tx, context, {
        action: 'allowance.saveLimit',
        entity: 'allowanceLimit',
        entityId: roleId ?? tenantId,
        label: role?.name ?? '',
        before: shown(before),
        after: shown(after),
      });
      await emit(tx, tenantTopic(tenantId), allowanceChanged);
    });
  },
};
