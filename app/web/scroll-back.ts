/** As the specification has it: long enough for the keyboard to begin to leave, short enough not to be noticed. */
const afterMs = 100;

/** An iPad says it is a Mac; no Mac has a touch screen. */
export const isIos = ({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

interface TypingPage {
  onFocusOut(listener: () => void): void;
  /** whether the keyboard stays, because the next field has the focus already */
  isTyping(): boolean;
  scrollBack(): void;
  after(ms: number, run: () => void): void;
}

/**
 * iOS shifts a page up for its keyboard and in web views of other apps (WeChat's among them) leaves it there when the
 * keyboard goes: what one taps then lies above what one sees. Scrolling to where the page says it is brings it back.
 */
export function scrollBackAfterTyping(page: TypingPage): void {
  page.onFocusOut(() =>
    page.after(afterMs, () => {
      if (!page.isTyping()) page.scrollBack();
    }),
  );
}

export const thisPage: TypingPage = {
  onFocusOut: (listener) => document.addEventListener('focusout', listener),
  isTyping: () => document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false,
  scrollBack: () => window.scrollTo(window.scrollX, window.scrollY),
  after: (ms, run) => void setTimeout(run, ms),
};
