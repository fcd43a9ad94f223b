import { and, count, desc, eq, gt, isNull, lt, max, type SQL } from 'drizzle-orm';
import { invalid, tooMany } from '#kit/kernel/errors.ts';
import { newDigits, newId } from '#kit/kernel/ids.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { sameText } from '#kit/server/keyed-code.ts';
import type { Services } from '#kit/server/services.ts';
import type { CodePurpose } from '../contract/shared.ts';
import { smsCodes } from '../tables.ts';
import { type CaptchaAnswer, isCaptchaRight } from './captcha.ts';
import { keyedHash } from './keyed-hash.ts';

export const resendWaitMs = minuteMs;
const validMs = 5 * minuteMs;
const maxAttempts = 5;

interface Limit {
  withinMs: number;
  max: number;
}
const fewForOne: readonly Limit[] = [
  { withinMs: hourMs, max: 5 },
  { withinMs: dayMs, max: 10 },
];
/** No phone gets more texts than that, no matter who asks for them. */
const mostForPhone: readonly Limit[] = [
  { withinMs: hourMs, max: 15 },
  { withinMs: dayMs, max: 30 },
];
/** A shop's Wi-Fi is one address: from so many on a picture is asked for, and nobody is shut out before the second number. */
const fewFromAddress: readonly Limit[] = [{ withinMs: hourMs, max: 20 }];
const mostFromAddress: readonly Limit[] = [{ withinMs: hourMs, max: 300 }];

type CodeServices = Pick<Services, 'db' | 'secrets' | 'clock' | 'sms' | 'log'>;

export interface CodeRequest {
  phone: string;
  purpose: CodePurpose;
  address: string;
  deliver: boolean;
  wait: boolean;
  /** who is logged in and asks, by an id: limits and guesses are counted by person, not by phone */
  asker?: string | undefined;
  /** what was read in a picture, where one was asked for */
  captcha?: CaptchaAnswer | undefined;
}

/** Codes that somebody logged in asked for are guessed by nobody else. */
export const staffAsker = ({ session }: Pick<StaffContext, 'session'>): string => `staff ${session.userId}`;

const hashOf = (services: Pick<CodeServices, 'secrets'>, id: string, code: string) =>
  keyedHash(services.secrets, 'sms', `${id}:${code}`);

/** Shows who asked for a code. It opens nothing: the code is still to be typed. */
const ticketOf = (services: Pick<CodeServices, 'secrets'>, id: string) =>
  `${id}.${keyedHash(services.secrets, 'sms', `ticket ${id}`)}`;

/** The code that a ticket is of; undefined for one that is none. */
export function codeOfTicket(
  services: Pick<CodeServices, 'secrets'>,
  ticket: string | undefined,
): string | undefined {
  const id = ticket?.split('.')[0];
  return id && ticket && /^[0-9a-f-]{36}$/.test(id) && sameText(ticketOf(services, id), ticket)
    ? id
    : undefined;
}

/** Requests for one phone, and from one address, are judged one after the other: parallel ones can not slip through. */
async function assertWithinLimits(
  tx: Tx,
  { phone, address, asker }: CodeRequest,
  solved: boolean,
  now: Date,
): Promise<void> {
  await holdName(tx, 'texts to phone', phone);
  await holdName(tx, 'texts for asker', asker ?? address);
  const isPast = async (which: SQL | undefined, limits: readonly Limit[]): Promise<boolean> => {
    for (const { withinMs, max: most } of limits) {
      const [sent] = await tx
        .select({ total: count() })
        .from(smsCodes)
        .where(and(which, gt(smsCodes.createdAt, new Date(now.getTime() - withinMs))));
      if ((sent?.total ?? 0) >= most) return true;
    }
    return false;
  };
  const byPhone = eq(smsCodes.phone, phone);
  const byAddress = eq(smsCodes.address, address);
  const asked = asker ? eq(smsCodes.asker, asker) : and(byAddress, isNull(smsCodes.asker));
  const [last] = await tx
    .select({ at: max(smsCodes.createdAt) })
    .from(smsCodes)
    .where(and(byPhone, asked));
  const waitMs = last?.at ? last.at.getTime() + resendWaitMs - now.getTime() : 0;
  if (waitMs > 0) throw tooMany('accounts:error.codeTooSoon', { seconds: Math.ceil(waitMs / secondMs) });
  if ((await isPast(byPhone, mostForPhone)) || (await isPast(byAddress, mostFromAddress)))
    throw tooMany('accounts:error.codeTooMany');
  if (asker) {
    if (await isPast(eq(smsCodes.asker, asker), fewForOne)) throw tooMany('accounts:error.codeTooMany');
    return;
  }
  if (solved) return;
  const strangers = and(byPhone, isNull(smsCodes.asker));
  if ((await isPast(strangers, fewForOne)) || (await isPast(byAddress, fewFromAddress)))
    throw invalid('accounts:error.captchaRequired');
}

/**
 * Makes a code and sends it; answers the ticket of who asked. With `deliver: false` (login and reset of a phone nobody
 * registered) everything happens but the sending, which for these purposes is not waited for either: neither answer nor time
 * tells the difference.
 */
export async function sendCode(services: CodeServices, request: CodeRequest): Promise<string> {
  const { sms } = services;
  if (!sms) throw invalid('accounts:error.smsNotConfigured');
  const now = services.clock.now();
  const id = newId();
  const code = newDigits(6);
  const { phone, purpose, address, captcha, asker } = request;
  const solved = captcha !== undefined && (await isCaptchaRight(services, captcha));
  if (captcha && !solved) throw invalid('accounts:error.captchaWrong');
  await services.db.transaction(async (tx) => {
    await assertWithinLimits(tx, request, solved, now);
    await tx.insert(smsCodes).values({
      id,
      createdAt: now,
      phone,
      purpose,
      address,
      asker: asker ?? null,
      codeHash: hashOf(services, id, code),
      expiresAt: new Date(now.getTime() + validMs),
    });
  });
  const ticket = ticketOf(services, id);
  if (!request.deliver) return ticket;
  const sending = sms.send({ phone, template: 'code', params: { code } }).catch((error: unknown) => {
    services.log.error({ err: error }, 'a code could not be sent');
    if (request.wait) throw invalid('accounts:error.smsFailed');
  });
  if (request.wait) await sending;
  return ticket;
}

/**
 * Checks a guess against the code that its ticket or its asker names, else against the newest of the phone, and counts it
 * when wrong, in a transaction of its own so that the count survives whatever the caller does next. Guesses without ticket
 * (clients of the family have none) have a count apart. The caller then uses the code up inside its own transaction.
 */
export async function checkCode(
  services: Pick<CodeServices, 'db' | 'secrets' | 'clock'>,
  guess: {
    phone: string;
    purpose: CodePurpose;
    code: string;
    ticket?: string | undefined;
    asker?: string | undefined;
  },
  errorKey = 'accounts:error.codeWrong',
): Promise<string> {
  const now = services.clock.now();
  const ticketed = codeOfTicket(services, guess.ticket);
  const counted = ticketed || guess.asker ? ('attempts' as const) : ('strangeAttempts' as const);
  const matched = await services.db.transaction(async (tx) => {
    const [newest] = await tx
      .select()
      .from(smsCodes)
      .where(
        and(
          eq(smsCodes.phone, guess.phone),
          eq(smsCodes.purpose, guess.purpose),
          ticketed ? eq(smsCodes.id, ticketed) : undefined,
          guess.asker ? eq(smsCodes.asker, guess.asker) : undefined,
        ),
      )
      .orderBy(desc(smsCodes.createdAt), desc(smsCodes.id))
      .limit(1)
      .for('update');
    if (!newest || newest.usedAt || newest.expiresAt <= now || newest[counted] >= maxAttempts)
      return undefined;
    if (sameText(newest.codeHash, hashOf(services, newest.id, guess.code))) return newest.id;
    await tx
      .update(smsCodes)
      .set({ [counted]: newest[counted] + 1 })
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
