import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find } from '#kit/server/tables.ts';
import { groupBuyStores } from '../tables.ts';
import { cancelAtPlatform } from './cancel-verification.ts';
import { accessOf, platformOf } from './deal-access.ts';
import { grantVerified, problemKey } from './grant-verified.ts';
import { lockVerification, moveVerification, type VerificationRow } from './move-verification.ts';
import { confirmVerified, noteWaiting, refuseVerification, verifyRequest } from './verify-code.ts';

/** The store and what reaches it, also when it was let go meanwhile: what was sent is asked for all the same. */
async function placeOf(services: Services, row: VerificationRow) {
  const own = tenantScope(row.tenantId);
  const [store] = await find(services.db.read, own, groupBuyStores, { id: row.storeId });
  const access = await accessOf(services.db.read, own, { accessId: row.accountId });
  return store && access ? { store, access } : undefined;
}

/** A lost answer: the platform says what became of it. It is never verified again. */
async function askVerifying(services: Services, row: VerificationRow): Promise<VerificationRow> {
  const place = await placeOf(services, row);
  if (!place || !row.sentAt) return noteWaiting(services, row);
  const platform = platformOf(services, row.platform);
  const asked = { ...verifyRequest(services, row, place), firstSentAt: row.sentAt };
  const outcome = await platform.verificationOf(asked);
  if (outcome.kind !== 'done') return noteWaiting(services, row);
  const { verified } = outcome.value;
  if (verified) {
    const confirmed = await confirmVerified(services, row, verified);
    return confirmed.state === 'verified' ? grantVerified(services, confirmed) : confirmed;
  }
  // the platform may still be at work on it
  const settled = services.clock.now().getTime() - row.sentAt.getTime() > platform.settlesWithinMs;
  return settled
    ? refuseVerification(services, row, problemKey('groupbuys:problem.notDone'))
    : noteWaiting(services, row);
}

async function lapse(services: Services, known: VerificationRow): Promise<VerificationRow> {
  return services.db.transaction(async (tx) => {
    const row = await lockVerification(tx, known);
    return row.state === 'prepared' ? moveVerification(tx, row, 'lapse', { at: services.clock.now() }) : row;
  });
}

/** Brings a verification on that has not come to its end. */
export function bringOn(services: Services, row: VerificationRow): Promise<VerificationRow> {
  switch (row.state) {
    case 'prepared':
      return lapse(services, row);
    case 'verifying':
      return askVerifying(services, row);
    case 'verified':
      return grantVerified(services, row);
    case 'cancelling':
      return cancelAtPlatform(services, row);
    default:
      return Promise.resolve(row);
  }
}
