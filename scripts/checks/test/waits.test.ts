import { expect, it } from 'vitest';
import { waitProblems } from '../waits.ts';

const problemsOf = (text: string) => waitProblems([{ path: 'kit/a.test.ts', text }]);

it('a wait of a test says for how long, and not by a number that is the same on every machine', () => {
  for (const bad of [
    'await vi.waitFor(() => heard());',
    'await vi.waitUntil(async () => (await read()).done, 5000);',
    'await expect.poll(() => count).toBe(1);',
    'await expect\n  .poll(async () => {\n    return read();\n  })\n  .toBe(1);',
  ])
    expect(problemsOf(bad)).toEqual(['kit/a.test.ts:1: say for how long: `soon`, or what `patient` gives']);
});

it('patience that is named is enough, and waits of others are not looked at', () => {
  for (const good of [
    'await vi.waitFor(() => heard(), soon);',
    'await expect.poll(() => count, { timeout: patient(4000) }).toBe(1);',
    "await page.locator('a').waitFor();",
    'await queue.poll();',
  ])
    expect(problemsOf(good)).toEqual([]);
});
