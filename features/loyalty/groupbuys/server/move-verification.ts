import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { announce } from '#kit/server/gathered-writes.ts';
import { emit, playerTopic, siteTopic } from '#kit/server/outbox.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, insert, type RowOf, update } from '#kit/server/tables.ts';
import { type VerificationState, verificationsChanged } from '../contract/kinds.ts';
import { nextState, type VerificationEvent } from '../rules/verification-states.ts';
import { groupBuySteps, groupBuyVerifications } from '../tables.ts';

export type VerificationRow = RowOf<typeof groupBuyVerifications>;
export type VerificationChanges = Partial<Omit<VerificationRow, 'tenantId' | 'id' | 'state'>>;

export const wakeChannel = 'group_buys_wake';

/** Reaches the workers when the transaction has committed. */
export const wakeWorkers = (tx: Tx): void => announce(tx, wakeChannel);

export async function lockVerification(
  tx: Tx,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<VerificationRow> {
  const [row] = await find(tx, tenantScope(tenantId), groupBuyVerifications, { id }, 'update');
  if (!row) throw new Error(`there is no verification ${id}`);
  return row;
}

export async function findVerification(
  reader: Tx | Parameters<typeof find>[0],
  scope: Scope,
  id: string,
): Promise<VerificationRow | undefined> {
  const [row] = await find(reader, scope, groupBuyVerifications, { id });
  return row;
}

export async function writeStep(
  tx: Tx,
  row: Pick<VerificationRow, 'tenantId' | 'id'>,
  step: { at: Date; state: VerificationState; userName?: string | null; words?: string | null },
): Promise<void> {
  await insert(tx, tenantScope(row.tenantId), groupBuySteps, {
    id: newId(step.at.getTime()),
    verificationId: row.id,
    at: step.at,
    state: step.state,
    userName: step.userName ?? null,
    words: step.words ?? null,
  });
}

export async function tellVerification(
  tx: Tx,
  { tenantId, siteId, playerId }: Pick<VerificationRow, 'tenantId' | 'siteId' | 'playerId'>,
): Promise<void> {
  await emit(tx, siteTopic(tenantId, siteId), verificationsChanged);
  if (playerId) await emit(tx, playerTopic(playerId), verificationsChanged);
}

/** The one place where a state changes; the caller holds the row. What can not happen there is a fault of ours. */
export async function moveVerification(
  tx: Tx,
  row: VerificationRow,
  event: VerificationEvent,
  {
    at,
    changes = {},
    userName,
    words,
  }: {
    at: Date;
    changes?: VerificationChanges;
    userName?: string | null;
    words?: string | null;
  },
): Promise<VerificationRow> {
  const state = nextState(row.state, event);
  if (!state) throw new Error(`verification ${row.id} is ${row.state}: no ${event}`);
  const [moved] = await update(
    tx,
    tenantScope(row.tenantId),
    groupBuyVerifications,
    { id: row.id },
    { nextTryAt: null, attempts: 0, problem: null, ...changes, state },
  );
  if (!moved) throw new Error(`verification ${row.id} is gone`);
  await writeStep(tx, moved, { at, state, userName: userName ?? null, words: words ?? null });
  await tellVerification(tx, moved);
  if (moved.nextTryAt && moved.nextTryAt <= at) wakeWorkers(tx);
  return moved;
}

export const allOf = (tx: Tx, where: Partial<VerificationRow>): Promise<VerificationRow[]> =>
  find(tx, platformScope, groupBuyVerifications, where);
