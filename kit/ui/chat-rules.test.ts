import { describe, expect, it } from 'vitest';
import { type ChatMessage, chatLines, lastRead, newestSeq, oldestSeq, withPage } from './chat-rules.ts';

const message = (seq: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `m${seq}`,
  seq,
  at: new Date(Date.UTC(2026, 10, 18, 10, seq)).toISOString(),
  side: 'player',
  text: `text ${seq}`,
  hasPicture: false,
  ...more,
});
const page = (from: number, to: number, hasMore: boolean, readSeq = 0) => ({
  messages: Array.from({ length: to - from + 1 }, (_, place) => message(from + place)),
  hasMore,
  readSeq,
});
const seqs = ({ messages }: { messages: readonly ChatMessage[] }) => messages.map(({ seq }) => seq);

describe('pages of a conversation', () => {
  it('put together are one stretch, whichever direction they came from', () => {
    let thread = withPage(undefined, page(5, 7, true), 'newest');
    thread = withPage(thread, page(8, 9, false), 'newer');
    thread = withPage(thread, page(2, 4, true), 'older');
    expect(seqs(thread)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(thread.hasOlder).toBe(true);
    expect(newestSeq(thread)).toBe(9);
    expect(oldestSeq(thread)).toBe(2);
    expect(withPage(thread, page(1, 1, false), 'older').hasOlder).toBe(false);
  });

  it('that come twice add nothing twice', () => {
    const thread = withPage(withPage(undefined, page(1, 3, false), 'newest'), page(3, 4, false), 'newer');
    expect(seqs(withPage(thread, page(3, 4, false), 'newer'))).toEqual([1, 2, 3, 4]);
  });

  it('never take back how far the other side has read', () => {
    const thread = withPage(undefined, page(1, 3, false, 3), 'newest');
    expect(withPage(thread, page(4, 4, false, 2), 'newer').readSeq).toBe(3);
  });

  it('of what is newer say nothing of what is older', () => {
    const thread = withPage(undefined, page(5, 7, true), 'newest');
    expect(withPage(thread, page(8, 8, false), 'newer').hasOlder).toBe(true);
  });
});

describe('lines', () => {
  const day = (at: string) => at.slice(0, 10);

  it('are grouped by who wrote them and when', () => {
    const list = [
      message(1),
      message(2),
      message(3, { side: 'staff', userName: 'A' }),
      message(4, { side: 'staff', userName: 'B' }),
      message(30, { side: 'staff', userName: 'B' }),
    ];
    expect(chatLines(list, day).map(({ newGroup }) => newGroup)).toEqual([true, false, true, true, true]);
  });

  it('begin with the day, and again on another one', () => {
    const list = [message(1), message(2), message(3, { at: '2026-11-19T10:00:00.000Z' })];
    expect(chatLines(list, day).map(({ newDay }) => newDay)).toEqual([true, false, true]);
  });
});

it('the mark "read" stands below the last own message that was read', () => {
  const list = [
    message(1, { side: 'staff' }),
    message(2),
    message(3, { side: 'staff' }),
    message(4, { side: 'staff' }),
  ];
  const thread = { messages: list, hasOlder: false, readSeq: 3 };
  expect(lastRead(thread, ['staff'])).toBe(3);
  expect(lastRead({ ...thread, readSeq: 0 }, ['staff'])).toBeUndefined();
});
