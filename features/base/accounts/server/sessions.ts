import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, hourMs, secondMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, userTopic } from '#kit/server/outbox.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { type ColumnsOf, find, insert, type RowOf, rows, update } from '#kit/server/tables.ts';
import { loginEnded } from '../contract/events.ts';
import { sessions } from '../tables.ts';
import { changeSessions } from './session-changes.ts';
import { readRefreshToken } from './tokens.ts';
import { findUser } from './user-queries.ts';

const rememberedMs = 30 * dayMs;
const unrememberedMs = 12 * hourMs;
/** However much it is used, a login that is not remembered ends: who has the phone types the password again. */
const unrememberedMostMs = 7 * dayMs;
/** A client whose answer was lost asks again at once; an old token that is shown later does not come from that client. */
const retryGraceMs = 10 * secondMs;

export interface Login {
  sessionId: string;
  userId: string;
  generation: number;
}

export interface Whereabouts {
  address: string;
  userAgent: string;
}

export async function startSession(
  tx: Tx,
  user: { id: string; tenantId: string },
  options: { remember: boolean; now: Date } & Whereabouts,
): Promise<Login> {
  const { now } = options;
  const sessionId = newId();
  await insert(tx, tenantScope(user.tenantId), sessions, {
    id: sessionId,
    createdAt: now,
    userId: user.id,
    rotatedAt: now,
    lastUsedAt: now,
    remembered: options.remember,
    expiresAt: new Date(now.getTime() + (options.remember ? rememberedMs : unrememberedMs)),
    userAgent: options.userAgent.slice(0, 300),
    address: options.address,
  });
  return { sessionId, userId: user.id, generation: 1 };
}

type SessionColumns = ColumnsOf<typeof sessions>;
type SessionRow = RowOf<typeof sessions>;

async function lockSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  const [row] = await find(tx, platformScope, sessions, { id }, 'update');
  return row;
}

const renewedUntil = ({ createdAt }: Pick<SessionRow, 'createdAt'>, now: Date) =>
  new Date(Math.min(now.getTime() + unrememberedMs, createdAt.getTime() + unrememberedMostMs));

type Judgement = 'rotate' | 'repeat' | 'reuse' | 'refuse';

function judge(row: SessionRow | undefined, generation: number, now: Date): Judgement {
  if (!row || row.revokedAt || row.expiresAt <= now || generation > row.generation) return 'refuse';
  if (generation === row.generation) return 'rotate';
  const isRetry =
    generation === row.generation - 1 && now.getTime() - row.rotatedAt.getTime() <= retryGraceMs;
  return isRetry ? 'repeat' : 'reuse';
}

async function reportReuse(tx: Tx, row: SessionRow, address: string): Promise<void> {
  const owner = await findUser(tx, platformScope, row.userId);
  if (!owner) return;
  const { user } = owner;
  const session = { userId: user.id, tenantId: user.tenantId, account: user.account, name: user.name };
  await audit(
    tx,
    { session, address },
    {
      action: 'accounts.refreshReused',
      entity: 'session',
      entityId: row.id,
      label: user.account,
    },
  );
}

/**
 * Trades a refresh token for the next one, under the row's lock. An old one shown again means that two parties hold
 * the login: it ends for both. Undefined: refused.
 */
export async function rotateSession(
  services: Pick<Services, 'db' | 'clock' | 'secrets'>,
  refreshToken: string,
  whereabouts: Whereabouts,
): Promise<Login | undefined> {
  const shown = readRefreshToken(services.secrets, refreshToken);
  if (!shown) return undefined;
  const now = services.clock.now();
  return changeSessions(services.db, async (tx, touch) => {
    const row = await lockSession(tx, shown.sessionId);
    const judgement = judge(row, shown.generation, now);
    if (!row || judgement === 'refuse') return undefined;
    const set = (values: Parameters<typeof update<SessionColumns>>[4]) =>
      update(tx, platformScope, sessions, { id: row.id }, values);
    if (judgement === 'reuse') {
      await set({ revokedAt: now });
      await reportReuse(tx, row, whereabouts.address);
      await touch('session', row.id);
      return undefined;
    }
    const generation = judgement === 'rotate' ? row.generation + 1 : row.generation;
    await set({
      generation,
      ...(judgement === 'rotate' ? { rotatedAt: now } : {}),
      lastUsedAt: now,
      address: whereabouts.address,
      userAgent: whereabouts.userAgent.slice(0, 300),
      ...(row.remembered ? {} : { expiresAt: renewedUntil(row, now) }),
    });
    return { sessionId: row.id, userId: row.userId, generation };
  });
}

/** Ends all logins of an organisation that was closed: opening it again must not bring them back. */
export async function revokeTenant(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await update(tx, tenantScope(tenantId), sessions, ({ revokedAt }) => isNull(revokedAt), { revokedAt: now });
}

/** Ends logins of a user: one, all, or all but one. The caller touches the user. */
export async function revokeSessions(
  tx: Tx,
  user: { id: string; tenantId: string },
  now: Date,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  const ended = await update(
    tx,
    tenantScope(user.tenantId),
    sessions,
    (session) =>
      and(
        eq(session.userId, user.id),
        isNull(session.revokedAt),
        which.only ? eq(session.id, which.only) : undefined,
        which.except ? ne(session.id, which.except) : undefined,
      ),
    { revokedAt: now },
  );
  if (ended.length > 0) await emit(tx, userTopic(user.id), loginEnded);
  return ended.length;
}

export async function selectSessions(reader: Reader, user: { id: string; tenantId: string }, now: Date) {
  const session = rows(tenantScope(user.tenantId), sessions);
  return reader
    .select()
    .from(session)
    .where(and(eq(session.userId, user.id), isNull(session.revokedAt), gt(session.expiresAt, now)))
    .orderBy(desc(session.lastUsedAt))
    .limit(50);
}
