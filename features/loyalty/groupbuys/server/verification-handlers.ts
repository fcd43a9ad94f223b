import { assertSites } from '#features/base/sites/server/public.ts';
import { takeScan } from '#features/people/playerapp/server/public.ts';
import { AppError, invalidField, missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handler, type Handlers, type Say, type StaffContext, sayFor } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { find } from '#kit/server/tables.ts';
import { mostUses, type verificationCalls } from '../contract/verifications.ts';
import { nextState } from '../rules/verification-states.ts';
import { groupBuySteps } from '../tables.ts';
import { bringOn } from './ask-platform.ts';
import { beginCancel, cancelAtPlatform } from './cancel-verification.ts';
import { platformOf } from './deal-access.ts';
import { problemOf } from './grant-verified.ts';
import { pageVerifications } from './groupbuy-queries.ts';
import { findVerification, type VerificationRow } from './move-verification.ts';
import { findByPhone, takeRecipient } from './take-recipient.ts';
import { saidText, worthText } from './texts.ts';
import { openStore, prepareNext, prepareVerification, verifyPrepared } from './verify-code.ts';

type Listed = Awaited<ReturnType<typeof pageVerifications>>['records'][number];

export const preparedRecord = (row: VerificationRow, say: Say) => ({
  ...pick(row, 'id', 'platform', 'title', 'usesLeft', 'codeEnd', 'expiresAt'),
  priceFen: row.amountFen,
  kind: row.worth.kind,
  worthText: worthText(row.worth, say),
  mostAtOnce: Math.min(row.usesLeft, mostUses),
});

function verificationRecord({ row, ...names }: Listed, say: Say, now: Date) {
  const inTime = !row.cancelUntil || row.cancelUntil > now;
  return {
    ...pick(row, 'id', 'createdAt', 'platform', 'state', 'title', 'codeEnd', 'amountFen', 'playerId'),
    ...pick(row, 'storeId', 'entrance', 'verifiedAt', 'grantedAt', 'cancelledAt', 'cancelledBy'),
    ...pick(row, 'orderId', 'orderNumber', 'lossFen', 'settledFen', 'settledAt', 'cancelUntil'),
    ...names,
    fieldId: row.siteId,
    userName: row.entrance === 'player' ? null : row.userName,
    worthText: worthText(row.worth, say),
    cancelReason: saidText(row.cancelReason, say),
    problem: saidText(row.problem, say),
    cancellable: inTime && nextState(row.state, 'cancel') !== undefined,
  };
}

async function readOne(context: StaffContext, id: string): Promise<VerificationRow> {
  const row = await findVerification(context.db.read, context.session.scope, id);
  if (!row) throw missing();
  return row;
}

const outcomeOf = (row: VerificationRow, say: Say) => ({
  state: row.state,
  problem: saidText(row.problem, say),
});

async function log(
  context: StaffContext,
  action: 'groupbuys.verify' | 'groupbuys.cancel',
  row: VerificationRow,
  more: Record<string, unknown> = {},
): Promise<void> {
  await context.db.transaction((tx) =>
    audit(tx, context, {
      action,
      entity: 'groupBuyVerification',
      entityId: row.id,
      siteId: row.siteId,
      label: row.title,
      after: {
        platform: row.platform,
        codeEnd: row.codeEnd,
        amountFen: row.amountFen,
        state: row.state,
        ...more,
      },
    }),
  );
}

/**
 * Each use is a verification of its own: the first that does not come to its end stops the rest, and what was given
 * before stands.
 */
export async function verifyUses(
  first: VerificationRow,
  uses: number,
  verifyOne: (row: VerificationRow) => Promise<VerificationRow>,
  next: (row: VerificationRow) => Promise<VerificationRow>,
): Promise<{ last: VerificationRow; granted: number; problem: string | null }> {
  let last = await verifyOne(first);
  let granted = last.state === 'granted' ? 1 : 0;
  while (last.state === 'granted' && granted < uses && last.usesLeft > 1) {
    try {
      last = await verifyOne(await next(last));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { last, granted, problem: problemOf(error) };
    }
    if (last.state === 'granted') granted += 1;
  }
  return { last, granted, problem: last.problem };
}

/** Uses that the code still has after the last one. */
export const leftAfter = (row: VerificationRow): number =>
  row.state === 'granted' || row.state === 'verified' ? row.usesLeft - 1 : row.usesLeft;

const verifyCode: Handler<typeof verificationCalls.verifyCode> = async (context, { id, uses, ...named }) => {
  const { services, session } = context;
  const first = await readOne(context, id);
  await assertSites(context.db.read, session.scope, [first.siteId]);
  if (uses > first.usesLeft) throw invalidField('uses', 'groupbuys:error.usesLeft', { left: first.usesLeft });
  let playerName = '';
  const verifyOne = async (row: VerificationRow) => {
    const verified = await verifyPrepared(services, session.scope, {
      id: row.id,
      userName: session.name,
      take: async (tx) => {
        const player = await takeRecipient(tx, context, named);
        playerName = player.name;
        return player.id;
      },
    });
    await log(context, 'groupbuys.verify', verified, { playerId: verified.playerId });
    return verified;
  };
  const { last, granted, problem } = await verifyUses(first, uses, verifyOne, (row) =>
    prepareNext(services, row),
  );
  const say = sayFor(context);
  return {
    id: last.id,
    state: last.state,
    playerName,
    worthText: worthText(last.worth, say),
    granted,
    usesLeft: leftAfter(last),
    problem: saidText(problem, say),
  };
};

export const verificationHandlers: Handlers<typeof verificationCalls> = {
  async prepareCode(context, { storeId, code }) {
    const { services, session, db } = context;
    const place = await openStore(services, db.read, session.scope, storeId);
    const user = { id: session.userId, name: session.name };
    const row = await prepareVerification(services, { ...place, said: code, entrance: 'counter', user });
    return preparedRecord(row, sayFor(context));
  },

  verifyCode,

  async findRecipient(context, { memberCode, phone }) {
    const found = memberCode
      ? (await context.db.transaction((tx) => takeScan(tx, context, memberCode))).player
      : phone
        ? await findByPhone(context.db.read, phone)
        : undefined;
    if (!memberCode && !phone) throw invalidField('phone', 'kit:validation.required');
    return {
      playerId: found?.id ?? null,
      playerName: found?.name ?? null,
      playerPhone: found?.phone ?? null,
      isNew: found === undefined,
    };
  },

  async listVerifications(context, input) {
    const now = context.clock.now();
    const say = sayFor(context);
    const page = await pageVerifications(context.db.read, context.session.scope, input);
    return mapPage(page, (row) => verificationRecord(row, say, now));
  },

  async readVerification(context, { id }) {
    const { db, session, clock } = context;
    const say = sayFor(context);
    const known = await readOne(context, id);
    const { platform } = known;
    const page = await pageVerifications(db.read, session.scope, { platform, id, current: 1, size: 1 });
    const [listed] = page.records;
    if (!listed) throw missing();
    const steps = await find(db.read, session.scope, groupBuySteps, { verificationId: id });
    return {
      ...verificationRecord(listed, say, clock.now()),
      steps: steps
        .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
        .map(({ at, state, userName, words }) => ({ at, state, userName, text: saidText(words, say) })),
    };
  },

  async askAgain(context, { id }) {
    const row = await readOne(context, id);
    platformOf(context.services, row.platform);
    return outcomeOf(row.state === 'prepared' ? row : await bringOn(context.services, row), sayFor(context));
  },

  async cancelVerification(context, { id, reason }) {
    const { services, session, db } = context;
    const known = await readOne(context, id);
    platformOf(services, known.platform);
    const user = { id: session.userId, name: session.name };
    const begun = await db.transaction((tx) => beginCancel(tx, services, known, { reason, user }));
    const ended = await cancelAtPlatform(services, begun);
    await log(context, 'groupbuys.cancel', ended, { reason });
    return outcomeOf(ended, sayFor(context));
  },
};
