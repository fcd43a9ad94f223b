import { hashPassword, verifyPassword } from '#features/base/accounts/server/public.ts';
import { invalid, invalidField } from '#kit/kernel/errors.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { Context } from '#kit/server/context.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { keyedHash, keyFor } from '#kit/server/keyed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import { isWeak, lockMs, mostFailures } from '../rules/pay-password-rules.ts';
import { changePayPassword, findPayPassword } from './pay-password-queries.ts';

type PlayerContext = Pick<Context<PlayerSession>, 'db' | 'session' | 'services' | 'clock'>;

/** Codes that a player asked for are guessed by nobody else. */
export const playerAsker = ({ playerId }: Pick<PlayerSession, 'playerId'>): string => `player ${playerId}`;

/** There are a million of them. A thief with the table, but without the server's key, can not try them all. */
const withKey = ({ fieldKey }: Pick<Secrets, 'fieldKey'>, password: string): string =>
  keyedHash(keyFor(fieldKey, 'coinyard payment passwords'), password);

export const hashPayPassword = (
  { services }: Pick<PlayerContext, 'services'>,
  password: string,
): Promise<string> => {
  if (isWeak(password)) throw invalidField('password', 'playerapp:error.weakPassword');
  return hashPassword(withKey(services.secrets, password));
};

const locked = (until: Date, now: Date) =>
  invalid('playerapp:error.passwordLocked', {
    minutes: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / minuteMs)),
  });

/**
 * Refuses a wrong password, and says how many tries are left. A try is counted before it is looked at, in a separate
 * transaction: guesses at the same time do not outrun the limit, and a refusal does not undo the count.
 */
export const provePayPassword = (
  context: PlayerContext,
  password: string,
  /** of which record, where a person has two of them */
  scope = context.session.scope,
): Promise<void> =>
  // one after the other: a try counts as wrong until it is looked at, and right ones would lock each other out
  inTurn(`payment password ${scope.playerId}`, () => proveInTurn(context, password, scope));

async function proveInTurn(
  context: PlayerContext,
  password: string,
  scope: PlayerContext['session']['scope'],
): Promise<void> {
  const { db, services, clock } = context;
  const now = clock.now();
  const { passwordHash, failures } = await db.transaction(async (tx) => {
    const row = await findPayPassword(tx, scope, 'update');
    if (!row) throw invalid('playerapp:error.noPassword');
    if (row.lockedUntil && row.lockedUntil > now) throw locked(row.lockedUntil, now);
    const counted = row.failures + 1;
    const last = counted >= mostFailures;
    await changePayPassword(tx, scope, {
      failures: last ? 0 : counted,
      lockedUntil: last ? new Date(now.getTime() + lockMs) : null,
    });
    return { passwordHash: row.passwordHash, failures: counted };
  });
  const isRight = await verifyPassword(passwordHash, withKey(services.secrets, password));
  if (!isRight) {
    if (failures >= mostFailures) throw locked(new Date(now.getTime() + lockMs), now);
    throw invalid('playerapp:error.wrongPassword', { count: mostFailures - failures });
  }
  await db.transaction((tx) => changePayPassword(tx, scope, { failures: 0, lockedUntil: null }));
}

/** For what somebody with the phone in hand must not do alone; nothing is asked where there is no password. */
export async function proveWherePassword(
  context: PlayerContext,
  password: string | undefined,
): Promise<void> {
  if (!(await findPayPassword(context.db.read, context.session.scope))) return;
  if (password === undefined) throw invalidField('password', 'playerapp:error.passwordFirst');
  await provePayPassword(context, password);
}
