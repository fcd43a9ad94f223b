import {
  accountOf,
  makersOf,
  ownedSince,
  staffMember,
  staffWithRight,
} from '#features/base/accounts/server/public.ts';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, forbidden, invalidField, missing } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, update } from '#kit/server/tables.ts';
import { allowanceChanged, type allowanceContract, requestsChanged } from '../contract.ts';
import { makerDays } from '../rules/worth-rules.ts';
import { allowanceRequests } from '../tables.ts';
import { keeperOf } from './ask-second.ts';

type RequestRow = RowOf<typeof allowanceRequests>;

export async function lockRequest(tx: Tx, tenantId: string, id: string): Promise<RequestRow> {
  const [row] = await find(tx, tenantScope(tenantId), allowanceRequests, { id }, 'update');
  if (!row) throw missing();
  if (row.state !== 'waiting') throw conflict('allowance:error.decided');
  return row;
}

/**
 * Two people, not one with two accounts: not who asked, no account that was made or taken in hand lately, and none that
 * shares a maker with who asked. The owner's word always counts: what is given is the owner's.
 */
async function assertSecond(reader: Reader, { session, clock }: StaffContext, asker: string): Promise<void> {
  if (session.userId === asker) throw conflict('allowance:error.own');
  const member = await staffMember(reader, session.tenantId, session.userId);
  if (member?.owner) return;
  if (member?.siteIds !== null) throw forbidden('allowance:error.allSites');
  const now = clock.now();
  const since = new Date(now.getTime() - makerDays * dayMs);
  const owned = await ownedSince(reader, session);
  if (!owned || owned > since) throw conflict('allowance:error.tooNew', { days: makerDays });
  const asked = await makersOf(reader, { tenantId: session.tenantId, userId: asker }, since);
  const own = await makersOf(reader, session, since);
  if (asked.some((id) => own.includes(id))) throw conflict('allowance:error.sameMaker', { days: makerDays });
}

/** As if who asked did it now, who must still be allowed to. */
async function nameOf(tx: Tx, context: StaffContext, row: RequestRow, right: string): Promise<StaffContext> {
  const { session, services } = context;
  const { tenantId } = session;
  const able = await staffWithRight(tx, services, tenantId, right);
  const member = able.find(({ id }) => id === row.userId);
  const account = await accountOf(tx, tenantScope(tenantId), row.userId);
  if (!member || !account) throw conflict('allowance:error.askerGone', { name: row.userName });
  const { userType } = account;
  return {
    ...context,
    session: {
      ...session,
      ...{ userId: row.userId, name: row.userName, account: account.account, userType },
      scope: tenantScope(tenantId, member.siteIds),
    },
  };
}

async function carryOut(tx: Tx, context: StaffContext, row: RequestRow): Promise<void> {
  const keeper = keeperOf(context.services, row.door);
  if (!keeper) throw new Error(`nobody carries out ${row.door}`);
  const asker = await nameOf(tx, context, row, keeper.right.permission);
  await keeper.carryOut(tx, asker, row.payload, { requestId: row.id, worthFen: row.worthFen });
}

export async function decideRequest(
  context: StaffContext,
  { id, agree, reason }: ParsedInputOf<typeof allowanceContract.decideRequest>,
) {
  const { session, services, clock } = context;
  const { tenantId } = session;
  if (!agree && !reason) throw invalidField('reason', 'kit:validation.required');
  await context.db.transaction(async (tx) => {
    const row = await lockRequest(tx, tenantId, id);
    await assertSecond(tx, context, row.userId);
    if (agree) await carryOut(tx, context, row);
    const state = agree ? ('agreed' as const) : ('refused' as const);
    const decided = { decidedAt: clock.now(), decidedBy: session.userId, decidedByName: session.name };
    await update(
      tx,
      tenantScope(tenantId),
      allowanceRequests,
      { id },
      {
        ...decided,
        state,
        reason,
        payload: null,
      },
    );
    const worth = formatFen(row.worthFen);
    await audit(tx, context, {
      action: agree ? 'allowance.agree' : 'allowance.refuse',
      entity: 'allowanceRequest',
      entityId: id,
      label: row.label,
      after: { door: row.door, worth, askedBy: row.userName, reason },
    });
    await sendSystemMessage(tx, services.texts, {
      audience: { kind: 'user', userId: row.userId, label: row.userName },
      titleKey: `allowance:message.${state}Title`,
      bodyKey: `allowance:message.${state}`,
      params: { name: session.name, label: row.label, worth, reason },
      link: '/allowance_requests',
    });
    await emit(tx, tenantTopic(tenantId), requestsChanged);
    await emit(tx, tenantTopic(tenantId), allowanceChanged);
  });
  return {};
}
