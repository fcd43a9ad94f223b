import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface WindowWithAxe {
  axe?: { run(context: unknown, options: RunOptions): Promise<AxeResults> };
}

/**
 * Rules of axe that a page breaks badly. Axe is put into each page once and not before each run, as its Playwright
 * package does: that took four fifths of the time. Nothing that it would load beforehand is asked for by a rule that counts.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  for (const frame of page.frames()) {
    const isThere = await frame.evaluate(() => (window as WindowWithAxe).axe !== undefined);
    if (!isThere) await frame.evaluate(source);
  }
  const options: RunOptions = { resultTypes: ['violations'], preload: false };
  return page.evaluate(async (given) => {
    const { violations } = await (window as WindowWithAxe).axe!.run(document, given);
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
      );
  }, options);
}
