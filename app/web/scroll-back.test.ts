import { beforeEach, expect, test } from 'vitest';
import { isIos, scrollBackAfterTyping } from './scroll-back.ts';

let leaveField: () => void;
let waiting: { ms: number; run: () => void }[];
let typing: boolean;
let scrolled: number;

beforeEach(() => {
  waiting = [];
  typing = false;
  scrolled = 0;
  scrollBackAfterTyping({
    onFocusOut: (listener) => {
      leaveField = listener;
    },
    isTyping: () => typing,
    scrollBack: () => {
      scrolled += 1;
    },
    after: (ms, run) => waiting.push({ ms, run }),
  });
});

test('the page comes back a tenth of a second after the last field was left', () => {
  leaveField();
  expect([scrolled, waiting[0]?.ms]).toEqual([0, 100]);
  waiting[0]?.run();
  expect(scrolled).toBe(1);
});

test('it stays while one goes from field to field', () => {
  leaveField();
  typing = true;
  waiting[0]?.run();
  expect(scrolled).toBe(0);
});

test.each([
  ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) MicroMessenger/8.0', 5, true],
  ['iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605', 5, true],
  ['Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605', 0, false],
  ['Android', 'Mozilla/5.0 (Linux; Android 15) MicroMessenger/8.0', 5, false],
])('%s', (_name, userAgent, maxTouchPoints, expected) => {
  expect(isIos({ userAgent, maxTouchPoints })).toBe(expected);
});
