import { createHash } from 'node:crypto';
import type { ErrorParams } from '#kit/kernel/errors.ts';
import type { Services } from '#kit/server/services.ts';

const idLength = 32;

/** The same for the same message, on whichever server: WeChat sends it once. */
export const messageIdOf = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, idLength);

/** Templates of WeChat and of texts are written in Chinese. */
export const inChinese =
  ({ texts }: Pick<Services, 'texts'>) =>
  (key: string, params?: ErrorParams): string =>
    texts.say('zh-cn', key, params);
