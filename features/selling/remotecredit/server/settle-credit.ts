import type { SettledCommand } from '#features/machines/devices/server/public.ts';
import { keepPromise } from '#features/money/allowance/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { creditChanged } from '../contract.ts';
import { settleCredit as storeOutcome } from './credit-queries.ts';
import { subjectKind } from './give-coins.ts';
import { reopenLink } from './link-queries.ts';

/** Certain, not likely: only then is a link given back. */
export const nothingMoved = ({ state, counted }: Pick<SettledCommand, 'state' | 'counted'>): boolean =>
  state === 'expired' || (state === 'failed' && counted === 0);

/** Runs with the storing of the outcome; an outcome that was unknown may become known later. */
export async function settleRemoteCredit(tx: Tx, command: SettledCommand, now: Date): Promise<void> {
  if (command.subjectKind !== subjectKind || command.subjectId === null) return;
  const { tenantId, state, reason } = command;
  const untouched = nothingMoved(command);
  const credit = await storeOutcome(tx, tenantId, command.subjectId, {
    state,
    counted: untouched ? 0 : command.counted,
    reason,
    settledAt: now,
  });
  if (!credit) return;
  const open = untouched && credit.linkId && (await reopenLink(tx, tenantId, credit.linkId, credit.id));
  if (open) await keepPromise(tx, tenantId, { door: 'link', subjectId: open.id }, open.expiresAt);
  await emit(tx, siteTopic(tenantId, credit.siteId), creditChanged, { id: credit.id });
}
