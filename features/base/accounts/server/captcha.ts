import { eq, lt } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { sameText } from '#kit/server/keyed-code.ts';
import type { Services } from '#kit/server/services.ts';
import { captchas } from '../tables.ts';
import { drawCaptcha, newCaptchaAnswer } from './captcha-picture.ts';
import { keyedHash } from './keyed-hash.ts';

const validMs = 5 * minuteMs;

type CaptchaServices = Pick<Services, 'db' | 'secrets' | 'clock'>;

export interface CaptchaAnswer {
  key: string;
  code: string;
}

const hashOf = (services: CaptchaServices, id: string, answer: string) =>
  keyedHash(services.secrets, 'captcha', `${id}:${answer.trim().toUpperCase()}`);

export async function createCaptcha(services: CaptchaServices): Promise<{ key: string; image: string }> {
  const id = newId();
  const answer = newCaptchaAnswer();
  const image = await drawCaptcha(answer);
  const expiresAt = new Date(services.clock.now().getTime() + validMs);
  await services.db.transaction((tx) =>
    tx.insert(captchas).values({ id, answerHash: hashOf(services, id, answer), expiresAt }),
  );
  return { key: id, image };
}

/** Taken from the table whether right or wrong: one picture, one guess. */
export async function isCaptchaRight(services: CaptchaServices, given: CaptchaAnswer): Promise<boolean> {
  if (!/^[0-9a-f-]{36}$/.test(given.key)) return false;
  const [taken] = await services.db.transaction((tx) =>
    tx.delete(captchas).where(eq(captchas.id, given.key)).returning(),
  );
  if (!taken || taken.expiresAt <= services.clock.now()) return false;
  return sameText(taken.answerHash, hashOf(services, given.key, given.code));
}

export async function purgeCaptchas(tx: Tx, now: Date): Promise<void> {
  await tx.delete(captchas).where(lt(captchas.expiresAt, now));
}
