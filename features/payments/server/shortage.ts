import { sendSystemMessage } from '#features/content/server/public.ts';
import type { Services } from '#kit/server/services.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import { giveUpAfterMs } from './schedule.ts';
import type { Refusal } from './send-once.ts';

export const shortageCode = 'insufficient';

/** Our account at the platform is short: that can be mended, so it is no refusal until nobody mended it for days. */
export const isShortage = (services: Services, answer: { state: string }, createdAt: Date): boolean =>
  answer.state === 'refused' &&
  (answer as Refusal).code === shortageCode &&
  services.clock.now().getTime() - createdAt.getTime() < giveUpAfterMs;

export async function reportShortage(
  services: Services,
  channel: ChannelName,
  /** writes it down; false when it had been told before */
  note: () => Promise<boolean>,
): Promise<void> {
  if (!(await note())) return;
  await services.db.transaction((tx) =>
    sendSystemMessage(tx, services.texts, {
      audience: { kind: 'realm', realm: 'platform' },
      titleKey: 'payments:message.shortageTitle',
      bodyKey: `payments:message.shortage.${channel}`,
      level: 'warning',
      link: '/payment_platforms',
    }),
  );
}
