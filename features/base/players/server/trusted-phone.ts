import { dayMs, inChina } from '#kit/kernel/time.ts';
import type { Services } from '#kit/server/services.ts';
import { findPlayer, type PlayerRow } from './player-queries.ts';

/** A stolen log-in is enough to set a phone: so a phone proves nothing before it has been there for so long. */
export const trustAfterMs = dayMs;
/** So long the phone of before still hears what happens to the account. */
const oldPhoneMs = 30 * dayMs;

type Phones = Pick<PlayerRow, 'phone' | 'phoneSince' | 'phoneBefore'>;

/** Where a code goes that proves who it is; null: there is none yet that is known for a day. */
export const trustedPhone = ({ phone, phoneSince, phoneBefore }: Phones, now: Date): string | null =>
  !phoneSince || phoneSince.getTime() + trustAfterMs <= now.getTime() ? phone : phoneBefore;

const phonesOf = ({ phone, phoneSince, phoneBefore }: Phones, now: Date): string[] => [
  ...(phone ? [phone] : []),
  ...(phoneBefore && phoneSince && phoneSince.getTime() + oldPhoneMs > now.getTime() ? [phoneBefore] : []),
];

/** MM-DD hh:mm where the shops are. */
const moment = (at: Date): string => inChina(at).toISOString().slice(5, 16).replace('T', ' ');

/**
 * Tells the phones of these players what is about to happen to the account, or has. After the commit: a text can not be
 * called back. The page says the same all the while, for where no texts are sent.
 */
export async function tellPhones(
  services: Services,
  players: readonly Phones[],
  what: 'joining' | 'joined' | 'leaving' | 'password' | 'phone',
  until: Date,
): Promise<void> {
  const { sms, demo, config, log, texts, clock } = services;
  if (!sms || !(demo || config.sms?.templateCodes.guard)) return;
  const now = clock.now();
  const params = { what: texts.say('zh-cn', `players:guard.${what}`), until: moment(until) };
  for (const phone of new Set(players.flatMap((player) => phonesOf(player, now))))
    await sms
      .send({ phone, template: 'guard', params })
      .catch((error: unknown) => log.error({ err: error, what }, 'a warning could not be sent'));
}

/** A password or phone that was set counts from then on: the real owner has so long to notice. */
export async function tellOfGuard(
  services: Services,
  playerId: string,
  what: 'password' | 'phone',
): Promise<void> {
  const { db, clock } = services;
  const player = await findPlayer(db.read, playerId);
  if (player) await tellPhones(services, [player], what, new Date(clock.now().getTime() + trustAfterMs));
}
