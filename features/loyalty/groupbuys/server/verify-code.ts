import { AppError, conflict, invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { secondMs } from '#kit/kernel/time.ts';
import { isTaken } from '#kit/server/change.ts';
import type { Tx } from '#kit/server/database.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import type { DealOutcome, Verified, VerifyRequest } from '#providers/deal-platform.ts';
import type { Entrance } from '../contract/kinds.ts';
import { versionFor } from '../rules/mapping-rules.ts';
import { later, preparedMs, waitAfter } from '../rules/waits.ts';
import { groupBuyDeals, groupBuyMappings, groupBuyStores, groupBuyVerifications } from '../tables.ts';
import { codeEnd, codeHash, openCode, requestIdOf, sealCancelKey, sealCode } from './code-secrets.ts';
import {
  type AccountRow,
  accessOf,
  atStore,
  platformOf,
  type StoreRow,
  storeRefusal,
} from './deal-access.ts';
import { grantVerified, problemKey } from './grant-verified.ts';
import { lockVerification, moveVerification, type VerificationRow } from './move-verification.ts';
import { answerOf, refusalText } from './platform-answers.ts';

export interface PrepareAsked {
  store: StoreRow;
  access: AccountRow;
  said: string;
  entrance: Entrance;
  playerId?: string | undefined;
  user?: { id: string; name: string } | undefined;
}

/** The store with what reaches it, or why nothing can be verified there. */
export async function openStore(
  services: Services,
  reader: Tx | Parameters<typeof find>[0],
  scope: Scope,
  id: string,
): Promise<{ store: StoreRow & { siteId: string }; access: AccountRow }> {
  const [store] = await find(reader, scope, groupBuyStores, { id });
  if (!store) throw missing();
  const access = await accessOf(reader, tenantScope(store.tenantId), store);
  const refusal = storeRefusal(store, access, services.clock.now());
  if (refusal || !access || !store.siteId) throw conflict(refusal ?? 'groupbuys:error.storeNotBound');
  return { store: { ...store, siteId: store.siteId }, access };
}

/** What a code of the deal is good for, by when the code could be used first. */
async function mappingOf(
  tx: Tx,
  tenantId: string,
  {
    platform,
    dealId,
    title,
    validFrom,
  }: Pick<VerificationRow, 'platform'> & {
    dealId: string;
    title: string;
    validFrom?: Date | undefined;
  },
) {
  const own = tenantScope(tenantId);
  const [deal] = await find(tx, own, groupBuyDeals, { platform, dealNumber: dealId });
  if (!deal) throw invalid('groupbuys:error.unmapped', { title });
  const versions = await find(tx, own, groupBuyMappings, { dealId: deal.id });
  const version = versionFor(versions, validFrom);
  if (!version?.worth) throw invalid('groupbuys:error.unmapped', { title });
  return { deal, mapping: version, worth: version.worth };
}

/** Asks the platform about a code and writes down what it says; verifies nothing. */
export async function prepareVerification(
  services: Services,
  { store, access, said, entrance, playerId, user }: PrepareAsked,
): Promise<VerificationRow> {
  const { tenantId, platform, siteId } = store;
  const prepared = answerOf(
    await platformOf(services, platform).prepare({ ...atStore(services, store, access), said }),
  );
  const plain = said.replace(/\s/g, '');
  const open = prepared.codes.filter(({ usesLeft }) => usesLeft > 0);
  const code = open.find(({ ref, certificateId }) => ref === plain || certificateId === plain) ?? open[0];
  if (!code) throw invalid('groupbuys:refused.codeUsed', { text: '' });
  if (code.paidFen <= 0) throw invalid('groupbuys:error.noPrice', { title: code.title });
  const now = services.clock.now();
  const id = newId(now.getTime());
  return services.db.transaction(async (tx) => {
    const { title, dealId, validFrom, certificateId } = code;
    const { deal, mapping, worth } = await mappingOf(tx, tenantId, { platform, dealId, title, validFrom });
    const [row] = await insert(tx, tenantScope(tenantId), groupBuyVerifications, {
      id,
      createdAt: now,
      platform,
      state: 'prepared',
      accountId: access.id,
      storeId: store.id,
      siteId: siteId as string,
      dealId: deal.id,
      mappingId: mapping.id,
      title,
      worth,
      amountFen: code.paidFen,
      usesLeft: code.usesLeft,
      entrance,
      playerId: playerId ?? null,
      userId: user?.id ?? null,
      userName: user?.name ?? null,
      codeHash: codeHash(services.secrets, platform, certificateId),
      codeEnd: codeEnd(said, certificateId),
      codeSealed: sealCode(services.secrets, id, {
        said,
        prepared: prepared.prepared,
        ref: code.ref,
        certificateId,
      }),
      expiresAt: code.expiresAt,
      nextTryAt: later(now, preparedMs),
    });
    if (!row) throw missing();
    return row;
  });
}

/** How the platform is told of this verification: always the same, so that it is one. */
export function verifyRequest(
  services: Services,
  row: VerificationRow,
  { store, access }: { store: StoreRow; access: AccountRow },
): VerifyRequest {
  const { prepared, ref } = openCode(services.secrets, row.id, row.codeSealed);
  return {
    ...atStore(services, store, access),
    prepared,
    ref,
    uses: 1,
    requestId: requestIdOf(row.id),
    operatorName: row.userName ?? row.title,
  };
}

/** How long the first answer may take before the worker asks. */
const answerMs = 20 * secondMs;

/**
 * The row is `verifying` before the platform hears of it. Of several who verify the same code at once one is first: the
 * index of what is under way says so.
 */
async function claim(
  services: Services,
  scope: Scope,
  asked: { id: string; take: (tx: Tx) => Promise<string>; userName: string | null },
): Promise<VerificationRow> {
  const { db, clock } = services;
  try {
    return await db.transaction(async (tx) => {
      const [known] = await find(tx, scope, groupBuyVerifications, { id: asked.id });
      if (!known) throw missing();
      // whose it becomes is held before the row, as everywhere
      const playerId = await asked.take(tx);
      const row = await lockVerification(tx, known);
      const now = clock.now();
      if (row.state !== 'prepared') throw conflict('groupbuys:error.notPrepared');
      // not by the next try: a worker that is about to let it lapse has put that off
      if (later(row.createdAt, preparedMs) <= now) throw conflict('groupbuys:error.prepareAgain');
      return moveVerification(tx, row, 'send', {
        at: now,
        changes: { playerId, sentAt: now, nextTryAt: later(now, answerMs) },
        userName: asked.userName,
      });
    });
  } catch (error) {
    if (!(error instanceof AppError) && isTaken(error)) throw conflict('groupbuys:error.underWay');
    throw error;
  }
}

/** Writes the platform's yes down, once, whichever process heard it first. */
export async function confirmVerified(
  services: Services,
  known: VerificationRow,
  verified: Verified,
): Promise<VerificationRow> {
  const { clock, secrets } = services;
  const { cancelWindowMs } = platformOf(services, known.platform);
  return services.db.transaction(async (tx) => {
    const row = await lockVerification(tx, known);
    if (row.state !== 'verifying' && row.state !== 'refused') return row;
    const [use] = verified.uses;
    if (!use) throw new Error(`verification ${row.id} was confirmed without a use`);
    const now = clock.now();
    return moveVerification(tx, row, 'confirm', {
      at: now,
      changes: {
        verifiedAt: verified.verifiedAt,
        verifyNumber: use.verifyId || null,
        cancelSealed: sealCancelKey(secrets, row.id, use.cancelKey),
        cancelUntil: cancelWindowMs === undefined ? null : later(verified.verifiedAt, cancelWindowMs),
        settledFen: use.settlement?.settledFen ?? null,
        settledAt: use.settlement ? now : null,
        nextTryAt: now,
      },
    });
  });
}

export async function refuseVerification(
  services: Services,
  known: VerificationRow,
  problem: string,
): Promise<VerificationRow> {
  return services.db.transaction(async (tx) => {
    const row = await lockVerification(tx, known);
    if (row.state !== 'verifying') return row;
    return moveVerification(tx, row, 'refuse', {
      at: services.clock.now(),
      changes: { problem },
      words: problem,
    });
  });
}

/** What the answer to `verify`, or to the question after a lost one, makes of the row. */
export async function hearVerified(
  services: Services,
  row: VerificationRow,
  outcome: DealOutcome<Verified>,
): Promise<VerificationRow> {
  switch (outcome.kind) {
    case 'done': {
      const confirmed = await confirmVerified(services, row, outcome.value);
      return confirmed.state === 'verified' ? grantVerified(services, confirmed) : confirmed;
    }
    case 'refused':
      return refuseVerification(services, row, problemKey(refusalText(outcome.refusal)));
    case 'limited':
      return refuseVerification(services, row, problemKey('groupbuys:error.platformBusy'));
    case 'unknown':
      return noteWaiting(services, row);
  }
}

/** Nobody knows yet: it is asked for, sooner first and later on more rarely. */
export async function noteWaiting(services: Services, known: VerificationRow): Promise<VerificationRow> {
  return services.db.transaction(async (tx) => {
    const row = await lockVerification(tx, known);
    if (row.state !== 'verifying' && row.state !== 'cancelling') return row;
    const [noted] = await update(
      tx,
      tenantScope(row.tenantId),
      groupBuyVerifications,
      { id: row.id },
      {
        problem: problemKey('groupbuys:problem.noAnswer'),
        attempts: row.attempts + 1,
        nextTryAt: later(services.clock.now(), waitAfter(row.attempts)),
      },
    );
    return noted ?? row;
  });
}

/** Verifies what was prepared and gives what it is good for. */
export async function verifyPrepared(
  services: Services,
  scope: Scope,
  asked: { id: string; take: (tx: Tx) => Promise<string>; userName: string | null },
): Promise<VerificationRow> {
  const row = await claim(services, scope, asked);
  const place = await openStore(services, services.db.read, tenantScope(row.tenantId), row.storeId);
  const platform = platformOf(services, row.platform);
  return hearVerified(services, row, await platform.verify(verifyRequest(services, row, place)));
}

/** The next use of the same code: the platform is asked about it again, as it wants before each one. */
export async function prepareNext(services: Services, row: VerificationRow): Promise<VerificationRow> {
  const place = await openStore(services, services.db.read, tenantScope(row.tenantId), row.storeId);
  const { said } = openCode(services.secrets, row.id, row.codeSealed);
  return prepareVerification(services, {
    ...place,
    said,
    entrance: row.entrance,
    playerId: row.playerId ?? undefined,
    ...(row.userId && row.userName && { user: { id: row.userId, name: row.userName } }),
  });
}
