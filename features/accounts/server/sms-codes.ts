import { and, count, desc, eq, gt, isNull, lt, max, sql } from 'drizzle-orm';
import { invalid, tooMany } from '#kit/kernel/errors.ts';
import { newDigits, newId } from '#kit/kernel/ids.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { CodePurpose } from '../contract/shared.ts';
import { smsCodes } from '../tables.ts';
import { keyedHash, sameText } from './keyed-hash.ts';

export const resendWaitMs = minuteMs;
const validMs = 5 * minuteMs;
const maxAttempts = 5;
const phoneLimits = [
  { withinMs: hourMs, max: 5 },
  { withinMs: dayMs, max: 10 },
];
const addressLimit = { withinMs: hourMs, max: 20 };

type CodeServices = Pick<Services, 'db' | 'secrets' | 'clock' | 'sms' | 'log'>;

const hashOf = (services: Pick<CodeServices, 'secrets'>, id: string, code: string) =>
  keyedHash(services.secrets, 'sms', `${id}:${code}`);

/** Requests for one phone, and from one address, are judged one after the other: parallel ones can not slip through. */
async function assertWithinLimits(tx: Tx, phone: string, address: string, now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(72026, hashtext(${phone}))`);
  await tx.execute(sql`select pg_advisory_xact_lock(72027, hashtext(${address}))`);
  const since = (ms: number) => new Date(now.getTime() - ms);
  const byPhone = eq(smsCodes.phone, phone);
  const [last] = await tx
    .select({ at: max(smsCodes.createdAt) })
    .from(smsCodes)
    .where(byPhone);
  const waitMs = last?.at ? last.at.getTime() + resendWaitMs - now.getTime() : 0;
  if (waitMs > 0) throw tooMany('accounts:error.codeTooSoon', { seconds: Math.ceil(waitMs / secondMs) });
  for (const limit of phoneLimits) {
    const [sent] = await tx
      .select({ total: count() })
      .from(smsCodes)
      .where(and(byPhone, gt(smsCodes.createdAt, since(limit.withinMs))));
    if ((sent?.total ?? 0) >= limit.max) throw tooMany('accounts:error.codeTooMany');
  }
  const [asked] = await tx
    .select({ total: count() })
    .from(smsCodes)
    .where(and(eq(smsCodes.address, address), gt(smsCodes.createdAt, since(addressLimit.withinMs))));
  if ((asked?.total ?? 0) >= addressLimit.max) throw tooMany('accounts:error.codeTooMany');
}

/**
 * Makes a code and sends it. With `deliver: false` (login and reset of a phone nobody registered) everything happens
 * but the sending, which for these purposes is not waited for either: neither answer nor time tells the difference.
 */
export async function sendCode(
  services: CodeServices,
  request: { phone: string; purpose: CodePurpose; address: string; deliver: boolean; wait: boolean },
): Promise<void> {
  const { sms } = services;
  if (!sms) throw invalid('accounts:error.smsNotConfigured');
  const now = services.clock.now();
  const id = newId();
  const code = newDigits(6);
  const { phone, purpose, address } = request;
  await services.db.transaction(async (tx) => {
    await assertWithinLimits(tx, phone, address, now);
    await tx.insert(smsCodes).values({
      id,
      createdAt: now,
      phone,
      purpose,
      address,
      codeHash: hashOf(services, id, code),
      expiresAt: new Date(now.getTime() + validMs),
    });
  });
  if (!request.deliver) return;
  const sending = sms.send({ phone, template: 'code', params: { code } }).catch((error: unknown) => {
    services.log.error({ err: error }, 'a code could not be sent');
    if (request.wait) throw invalid('accounts:error.smsFailed');
  });
  if (request.wait) await sending;
}

/**
 * Checks a guess against the newest code of the phone and counts it when wrong, in a transaction of its own so that
 * the count survives whatever the caller does next. The caller then uses the code up inside its own transaction.
 */
export async function checkCode(
  services: Pick<CodeServices, 'db' | 'secrets' | 'clock'>,
  guess: { phone: string; purpose: CodePurpose; code: string },
  errorKey = 'accounts:error.codeWrong',
): Promise<string> {
  const now = services.clock.now();
  const matched = await services.db.transaction(async (tx) => {
    const [newest] = await tx
      .select()
      .from(smsCodes)
      .where(and(eq(smsCodes.phone, guess.phone), eq(smsCodes.purpose, guess.purpose)))
      .orderBy(desc(smsCodes.createdAt), desc(smsCodes.id))
      .limit(1)
      .for('update');
    if (!newest || newest.usedAt || newest.expiresAt <= now || newest.attempts >= maxAttempts)
      return undefined;
    if (sameText(newest.codeHash, hashOf(services, newest.id, guess.code))) return newest.id;
    await tx
      .update(smsCodes)
      .set({ attempts: newest.attempts + 1 })
      .where(eq(smsCodes.id, newest.id));
    return undefined;
  });
  if (!matched) throw invalid(errorKey);
  return matched;
}

/** Of two callers with the same code, one. */
export async function spendCode(tx: Tx, codeId: string, now: Date): Promise<void> {
  const used = await tx
    .update(smsCodes)
    .set({ usedAt: now })
    .where(and(eq(smsCodes.id, codeId), isNull(smsCodes.usedAt)))
    .returning({ id: smsCodes.id });
  if (used.length === 0) throw invalid('accounts:error.codeWrong');
}

/** Kept as long as the daily limit looks back. */
export async function purgeCodes(tx: Tx, now: Date): Promise<void> {
  await tx.delete(smsCodes).where(lt(smsCodes.createdAt, new Date(now.getTime() - dayMs)));
}
