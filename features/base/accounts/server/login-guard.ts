import { eq, inArray, lt, sql } from 'drizzle-orm';
import { invalid } from '#kit/kernel/errors.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import type { Services } from '#kit/server/services.ts';
import { loginFailures } from '../tables.ts';
import { type CaptchaAnswer, isCaptchaRight } from './captcha.ts';
import { keyedHash } from './keyed-hash.ts';

export const lockMs = 30 * minuteMs;
const limits = {
  name: { captchaAfter: 3, lockAfter: 5 },
  /** of somebody logged in: what strangers try at the log-in is not counted against them */
  own: { captchaAfter: 3, lockAfter: 5 },
  /** an office shares one address: much more patience, but no endless guessing over many names */
  address: { captchaAfter: 20, lockAfter: 100 },
};
type Subject = keyof typeof limits;

type GuardServices = Pick<Services, 'db' | 'secrets' | 'clock'>;

/** By what was typed, not by whom it names: counting must not tell whether the name exists. */
const keyOf = (secrets: Pick<Secrets, 'tokenSecret'>, subject: Subject, value: string) =>
  `${subject}:${keyedHash(secrets, 'login', `${subject}:${value.toLowerCase()}`)}`;

interface Counted {
  failures: number;
  lockedUntil: Date | null;
}

async function readFailures(db: Database, key: string, now: Date): Promise<Counted> {
  const [row] = await db.read.select().from(loginFailures).where(eq(loginFailures.key, key));
  const isOver = !row || row.updatedAt.getTime() + lockMs <= now.getTime();
  return isOver ? { failures: 0, lockedUntil: null } : row;
}

/** Counted before the password is looked at, so that parallel guesses can not outrun the limit. */
async function countAttempt(tx: Tx, key: string, lockAfter: number, now: Date): Promise<boolean> {
  const over = new Date(now.getTime() - lockMs).toISOString();
  const until = new Date(now.getTime() + lockMs).toISOString();
  const at = now.toISOString();
  const [row] = await tx.execute<{ failures: number }>(sql`
    insert into login_failure as f (key, failures, updated_at) values (${key}, 1, ${at}::timestamptz)
    on conflict (key) do update set
      failures = case when f.updated_at <= ${over}::timestamptz then 1 else f.failures + 1 end,
      updated_at = ${at}::timestamptz,
      locked_until = case
        when f.updated_at > ${over}::timestamptz and f.failures + 1 >= ${lockAfter} then ${until}::timestamptz
        else null end
    returning failures`);
  return (row?.failures ?? 0) <= lockAfter;
}

const minutesLeft = (until: Date, now: Date) =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / minuteMs));

export interface Attempt {
  /** the account or phone as typed, or who is logged in */
  subject: { kind: 'name' | 'own'; value: string };
  address: string;
  captcha: CaptchaAnswer | undefined;
  /** some clients always show a captcha and say so */
  captchaAlways?: boolean;
}

/** Lets an attempt through and counts it as failed; `forgiveAttempt` takes that back after a success. */
export async function admitAttempt(services: GuardServices, attempt: Attempt): Promise<void> {
  const now = services.clock.now();
  const { subject, address } = attempt;
  const subjects = [subject, { kind: 'address' as const, value: address }].map(({ kind, value }) => ({
    ...limits[kind],
    key: keyOf(services.secrets, kind, value),
  }));
  const counted = await Promise.all(subjects.map(({ key }) => readFailures(services.db, key, now)));
  for (const { lockedUntil } of counted)
    if (lockedUntil && lockedUntil > now)
      throw invalid('accounts:error.locked', { minutes: minutesLeft(lockedUntil, now) });
  const needsCaptcha =
    attempt.captchaAlways ||
    subjects.some(({ captchaAfter }, index) => counted[index]!.failures >= captchaAfter);
  if (needsCaptcha) {
    if (!attempt.captcha) throw invalid('accounts:error.captchaRequired');
    if (!(await isCaptchaRight(services, attempt.captcha))) throw invalid('accounts:error.captchaWrong');
  }
  const allowed = await services.db.transaction(async (tx) => {
    const results: boolean[] = [];
    for (const { key, lockAfter } of subjects) results.push(await countAttempt(tx, key, lockAfter, now));
    return results.every(Boolean);
  });
  if (!allowed) throw invalid('accounts:error.locked', { minutes: lockMs / minuteMs });
}

/** After a password that was right: the count of its client is cleared, the address only loses the one attempt. */
export async function forgiveAttempt(
  tx: Tx,
  secrets: Pick<Secrets, 'tokenSecret'>,
  { subject, address }: Pick<Attempt, 'subject' | 'address'>,
): Promise<void> {
  await tx.delete(loginFailures).where(eq(loginFailures.key, keyOf(secrets, subject.kind, subject.value)));
  await tx
    .update(loginFailures)
    .set({ failures: sql`greatest(${loginFailures.failures} - 1, 0)`, lockedUntil: null })
    .where(eq(loginFailures.key, keyOf(secrets, 'address', address)));
}

/** A name is cleared when its owner got the account back in another way. */
export async function forgiveAttempts(
  tx: Tx,
  secrets: Pick<Secrets, 'tokenSecret'>,
  names: readonly (string | null)[],
): Promise<void> {
  const keys = names.filter((name) => name !== null).map((name) => keyOf(secrets, 'name', name));
  if (keys.length > 0) await tx.delete(loginFailures).where(inArray(loginFailures.key, keys));
}

export async function purgeFailures(tx: Tx, now: Date): Promise<void> {
  await tx.delete(loginFailures).where(lt(loginFailures.updatedAt, new Date(now.getTime() - lockMs)));
}
