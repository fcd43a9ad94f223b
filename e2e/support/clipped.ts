import type { Page } from 'playwright-core';

/**
 * Texts that do not fit their box, and texts that are missing and show their key. Buttons, tabs, badges, titles and heads
 * of tables say what they are for: none of it may be cut off. What is meant to be cut (a name that people entered) says so
 * with `truncate` or `lineClamp`, or carries the whole text as its title.
 */
export const clippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const speaking = [
      'button',
      'a[class*="Button"]',
      '[role=tab]',
      '[data-tone]',
      '[class*="Badge-root"]',
      '[class*="SegmentedControl-label"]',
      'h1',
      'h2',
      'h3',
      'th',
    ].join(',');
    const slackPx = 1;
    const found = new Set<string>();
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > slackPx && height > slackPx && element.checkVisibility({ visibilityProperty: true });
    };
    const isMeant = (element: Element, text: string) =>
      element.closest('[data-truncate],[data-line-clamp]') !== null ||
      (element.closest('[title]')?.getAttribute('title') ?? '').includes(text);
    for (const element of document.querySelectorAll(speaking)) {
      // while a button waits its words are pushed out of sight, and come back a moment after it
      const isMoving = element.getAnimations({ subtree: true }).length > 0;
      if (!isShown(element) || element.closest('[data-loading]') || isMoving) continue;
      for (const part of [element, ...element.querySelectorAll('*')]) {
        const text = part.textContent?.trim() ?? '';
        if (!text || !isShown(part) || part.clientWidth === 0) continue;
        const { overflowX, overflowY } = getComputedStyle(part);
        const isCut =
          (['hidden', 'clip'].includes(overflowX) && part.scrollWidth > part.clientWidth + slackPx) ||
          (['hidden', 'clip'].includes(overflowY) && part.scrollHeight > part.clientHeight + 2 * slackPx);
        if (isCut && !isMeant(part, text))
          found.add(`"${text}" needs ${part.scrollWidth} of ${part.clientWidth} px`);
      }
    }
    for (const [key] of document.body.innerText.matchAll(/(?<![\w/.])[a-z]{2,}:[a-z]\w*(\.[\w-]+)+/g))
      found.add(`key ${key}`);
    return [...found];
  });
