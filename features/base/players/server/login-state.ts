import { minuteMs, secondMs } from '#kit/kernel/time.ts';
import { keyedBytes, keyFor, sameText } from '#kit/server/keyed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import type { AppPlatform } from '../contract.ts';

/** How long somebody may look at the platform's question. */
const stateMs = 30 * minuteMs;
const timeDigits = 8;
const macDigits = 32;

interface Begun {
  platform: AppPlatform;
  /** made by the page and kept in its tab: a person who sends a link to somebody else does not know theirs */
  nonce: string;
}

const macOf = (secrets: Pick<Secrets, 'tokenSecret'>, { platform, nonce }: Begun, time: string) =>
  keyedBytes(keyFor(secrets.tokenSecret, 'coinyard player log-in states'), `${platform}\n${nonce}\n${time}`)
    .toString('hex')
    .slice(0, macDigits);

/** Goes to the platform and comes back with the code. Hexadecimal, because WeChat lets nothing but letters and digits through. */
export function loginState(secrets: Pick<Secrets, 'tokenSecret'>, begun: Begun, now: Date): string {
  const time = Math.floor(now.getTime() / secondMs)
    .toString(16)
    .padStart(timeDigits, '0');
  return time + macOf(secrets, begun, time);
}

/** Whether this very tab began the log-in at this platform, and not too long ago. */
export function isLoginState(
  secrets: Pick<Secrets, 'tokenSecret'>,
  begun: Begun,
  state: string,
  now: Date,
): boolean {
  if (!/^[0-9a-f]{40}$/.test(state)) return false;
  const time = state.slice(0, timeDigits);
  const ageMs = now.getTime() - Number.parseInt(time, 16) * secondMs;
  const isOurs = sameText(state.slice(timeDigits), macOf(secrets, begun, time));
  return isOurs && ageMs < stateMs;
}
