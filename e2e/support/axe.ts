import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);
const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Rule {
  id: string;
  impact: string | null;
  enabled: boolean;
  tags: readonly string[];
}
const counts: readonly string[] = ['serious', 'critical'];
const isOffByDefault = ({ enabled, tags }: Rule) =>
  !enabled || tags.includes('experimental') || tags.includes('deprecated');
/** What the other rules find is not asked for, and a third of the work. */
const rulesThatCount = (require('axe-core') as { _audit: { rules: Rule[] } })._audit.rules
  .filter((rule) => !isOffByDefault(rule) && counts.includes(rule.impact ?? 'serious'))
  .map(({ id }) => id);

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
  const options: RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    runOnly: { type: 'rule', values: rulesThatCount },
  };
  return page.evaluate(
    async ({ options, counts }) => {
      const { violations } = await (window as WindowWithAxe).axe!.run(document, options);
      return violations
        .filter(({ impact }) => counts.includes(impact ?? ''))
        .flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
        );
    },
    { options, counts },
  );
}
