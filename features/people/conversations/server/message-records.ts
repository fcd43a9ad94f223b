import { pick } from '#kit/kernel/pick.ts';
import type { MessageRow } from './message-queries.ts';

type Shown = Pick<
  MessageRow,
  'id' | 'seq' | 'createdAt' | 'side' | 'text' | 'pictureName' | 'userName' | 'erasedAt'
>;

export const toMessage = (row: Shown) => ({
  ...pick(row, 'id', 'seq', 'side', 'text', 'userName'),
  at: row.createdAt,
  hasPicture: row.pictureName !== null && row.erasedAt === null,
});
