import { sendSystemMessage } from '#features/base/content/server/public.ts';
import type { Services } from '#kit/server/services.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import { giveUpAfterMs } from './schedule.ts';
import type { Refusal } from './send-once.ts';

export const shortageCode = 'insufficient';

/** The account at the platform is short: that can be mended, so it is no refusal until nobody mended it for days. */
export const isShortage = (services: Services, answer: { state: string }, createdAt: Date): boolean =>
  answer.state === 'refused' &&
  (answer as Refusal).code === shortageCode &&
  services.clock.now().getTime() - createdAt.getTime() < giveUpAfterMs;

/** Who has the account is told to fill it: we, or the merchant whose own number it is. */
export async function reportShortage(
  services: Services,
  channel: ChannelName,
  account: { tenantId: string; subMerchant: string | null },
  /** writes it down; false when it had been told before */
  note: () => Promise<boolean>,
): Promise<void> {
  if (!(await note())) return;
  const ours = account.subMerchant === null;
  await services.db.transaction((tx) =>
    sendSystemMessage(tx, services.texts, {
      audience: ours ? { kind: 'realm', realm: 'platform' } : { kind: 'tenant', tenantId: account.tenantId },
      titleKey: 'payments:message.shortageTitle',
      bodyKey: ours ? `payments:message.shortage.${channel}` : `payments:message.ownShortage.${channel}`,
      level: 'warning',
      link: ours ? '/payment_platforms' : '/paymentChannel',
    }),
  );
}
