import { sql } from 'drizzle-orm';
import { siteNames, siteTerms } from '#features/base/sites/server/public.ts';
import { AppError, invalid, missing, tooMany } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import { hourMs } from '#kit/kernel/time.ts';
import { type Context, type Handlers, type Say, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { findOwn, insertOwn, removeOwn } from '#kit/server/player-tables.ts';
import { type PlayerScope, platformScope } from '#kit/server/scope.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import { find } from '#kit/server/tables.ts';
import type { Platform } from '../contract/kinds.ts';
import type { ownCalls } from '../contract/own.ts';
import { groupBuyStores, groupBuyTries, groupBuyVerifications } from '../tables.ts';
import { accessOf, type StoreRow, storeRefusal } from './deal-access.ts';
import type { VerificationRow } from './move-verification.ts';
import { pageOwnVerifications } from './own-queries.ts';
import { worthText } from './texts.ts';
import { leftAfter, preparedRecord, verifyUses } from './verification-handlers.ts';
import { openStore, prepareNext, prepareVerification, verifyPrepared } from './verify-code.ts';

/** Codes that were no good, in an hour. Who guesses learns nothing more. */
export const mostTries = 10;

/** Counted before the platform is asked, in a separate transaction: tries at the same time do not outrun the limit. */
async function countTry(tx: Tx, scope: PlayerScope, now: Date): Promise<string> {
  const { playerId } = scope;
  await holdName(tx, 'group buy tries', playerId);
  const since = new Date(now.getTime() - hourMs).toISOString();
  const [found] = await tx.execute<{ number: number }>(sql`
    select count(*)::int as number from group_buy_try
    where player_id = ${playerId} and tried_at > ${since}::timestamptz`);
  if ((found?.number ?? 0) >= mostTries) throw tooMany('groupbuys:error.tooManyTries');
  const id = newId(now.getTime());
  await insertOwn(tx, scope, groupBuyTries, { id, triedAt: now });
  return id;
}

/** Stores of a platform that stand for a site and can be asked now. */
async function storesAt({ db, clock }: Context, siteId: string): Promise<StoreRow[]> {
  const bound = await find(db.read, platformScope, groupBuyStores, { siteId, goneAt: null });
  const open: StoreRow[] = [];
  for (const store of bound) {
    const access = await accessOf(db.read, platformScope, store);
    if (!storeRefusal(store, access, clock.now())) open.push(store);
  }
  return open;
}

async function storeFor(context: Context, fieldId: string, platform: Platform): Promise<StoreRow> {
  const store = (await storesAt(context, fieldId)).find((one) => one.platform === platform);
  if (!store || !context.services.deals[platform]) throw invalid('groupbuys:error.notTakenHere');
  return store;
}

/** To a player an unknown code and a used one are the same; so is one that the merchant has set nothing for. */
const noGood: readonly string[] = [
  'groupbuys:refused.codeUnknown',
  'groupbuys:refused.codeUsed',
  'groupbuys:refused.codeRefunded',
  'groupbuys:refused.codeExpired',
  'groupbuys:refused.otherStore',
  'groupbuys:refused.link',
  'groupbuys:refused.other',
  'groupbuys:error.unmapped',
  'groupbuys:error.noPrice',
];

const forPlayers = (error: unknown): unknown =>
  error instanceof AppError && noGood.includes(error.key) ? invalid('groupbuys:error.noGood') : error;

type OwnRow = Pick<
  VerificationRow,
  'id' | 'createdAt' | 'platform' | 'state' | 'title' | 'codeEnd' | 'amountFen' | 'worth' | 'siteId'
>;

const ownRecord = (row: OwnRow, fieldName: string | null, say: Say) => ({
  ...pick(row, 'id', 'createdAt', 'platform', 'state', 'title', 'codeEnd', 'amountFen'),
  worthText: worthText(row.worth, say),
  fieldId: row.siteId,
  fieldName: fieldName ?? '',
});

async function named(context: Context<PlayerSession>, row: VerificationRow) {
  const names = await siteNames(context.db.read, platformScope, [row.siteId]);
  return ownRecord(row, names.get(row.siteId) ?? null, sayFor(context));
}

async function findMine({ db, session }: Context<PlayerSession>, id: string): Promise<VerificationRow> {
  const [row] = await findOwn(db.read, session.scope, groupBuyVerifications, { id, entrance: 'player' });
  if (!row) throw missing();
  return row;
}

export const ownHandlers: Handlers<typeof ownCalls> = {
  async readOwnShop(context, { fieldId }) {
    const site = await siteTerms(context.db.read, platformScope, fieldId);
    if (!site) throw missing();
    const stores = await storesAt(context, fieldId);
    const taken = new Set(stores.map(({ platform }) => platform));
    return {
      fieldId,
      fieldName: site.name,
      platforms: [...taken].filter((name) => context.services.deals[name]).sort(),
    };
  },

  async prepareOwnCode(context, { fieldId, platform, code }) {
    const { services, session, db, clock } = context;
    const store = await storeFor(context, fieldId, platform);
    const tryId = await db.transaction((tx) => countTry(tx, session.scope, clock.now()));
    try {
      const place = await openStore(services, db.read, platformScope, store.id);
      const { playerId } = session;
      const row = await prepareVerification(services, { ...place, said: code, entrance: 'player', playerId });
      // it was no guess
      await db.transaction((tx) => removeOwn(tx, session.scope, groupBuyTries, { id: tryId }));
      return preparedRecord(row, sayFor(context));
    } catch (error) {
      throw forPlayers(error);
    }
  },

  async redeemOwnCode(context, { id, uses }) {
    const { services, session } = context;
    const first = await findMine(context, id);
    const verifyOne = (row: VerificationRow) =>
      verifyPrepared(services, platformScope, {
        id: row.id,
        userName: null,
        take: async () => session.playerId,
      });
    const { last, granted } = await verifyUses(first, uses, verifyOne, (row) => prepareNext(services, row));
    if (last.state === 'refused') throw invalid('groupbuys:error.noGood');
    return { ...(await named(context, last)), granted, usesLeft: leftAfter(last) };
  },

  async listOwnVerifications(context, input) {
    const say = sayFor(context);
    const page = await pageOwnVerifications(context.db.read, context.session.scope, input);
    return mapPage(page, ({ row, fieldName }) => ownRecord(row, fieldName, say));
  },

  readOwnVerification: async (context, { id }) => named(context, await findMine(context, id)),
};
