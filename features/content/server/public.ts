import type { ErrorParams } from '#kit/kernel/errors.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Texts } from '#kit/server/texts.ts';
import { deliverMessage, type MessageAudience } from './deliver-message.ts';

/** For texts that are more than one key with figures: written in both languages by the sender. */
export { deliverMessage } from './deliver-message.ts';

export interface SystemMessage {
  audience: MessageAudience;
  /** translation keys of the sending feature; both languages are written, readers see theirs */
  titleKey: string;
  bodyKey: string;
  params?: ErrorParams;
  level?: 'info' | 'notice' | 'warning';
  /** a path of this product where the reader can act */
  link?: string;
}

/** For other features: tells people of something in their inbox, together with the change that caused it. */
export async function sendSystemMessage(tx: Tx, texts: Texts, message: SystemMessage): Promise<string> {
  const { audience, titleKey, bodyKey, params, level = 'notice', link } = message;
  return deliverMessage(tx, {
    audience,
    level,
    link,
    titleZh: texts.say('zh-cn', titleKey, params),
    titleEn: texts.say('en-us', titleKey, params),
    bodyZh: texts.say('zh-cn', bodyKey, params),
    bodyEn: texts.say('en-us', bodyKey, params),
  });
}
