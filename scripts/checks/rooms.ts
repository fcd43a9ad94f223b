import { isTest, type SourceFile } from './source.ts';

/**
 * Where a reader finds what on the server of a feature. Per subject: `<subject>-handlers.ts` the calls,
 * `<subject>-queries.ts` the SQL of its lists, `<subject>-records.ts` rows as the contract says them. Pure rules stand in
 * `features/<storey>/<name>/rules`. A longer piece of work is a file of its own, named by what it does: `settle-order.ts`. A server of
 * many files has folders named by what happens there (`orders/server/refunding`); the names of files are the same in them.
 */
const otherSpellings: readonly [RegExp, string][] = [
  [/^(queries|handlers|records)\.ts$/, 'say of which subject: <subject>-queries, -handlers, -records'],
  [/-(rows|views?)\.ts$/, 'SQL stands in <subject>-queries.ts'],
  [/-record\.ts$/, 'what a row looks like on the wire stands in <subject>-records.ts'],
  [/-rules\.ts$/, 'pure rules stand in features/<storey>/<name>/rules'],
];

const contentRules: readonly { holds: RegExp; where: RegExp; say: string }[] = [
  {
    holds: /^export (const|async function|function) \w+: Handlers?</m,
    where: /-handlers\.ts$/,
    say: 'handlers of calls stand in <subject>-handlers.ts',
  },
  {
    holds: /\bpageRows\(/,
    where: /-queries\.ts$/,
    say: 'a page of rows is asked for in <subject>-queries.ts',
  },
];

export function roomProblems(files: readonly SourceFile[]): string[] {
  const problems: string[] = [];
  for (const { path, text } of files) {
    const name = /^features\/[^/]+\/[^/]+\/server\/(?:.*\/)?([^/]+)$/.exec(path)?.[1];
    if (!name || isTest(path)) continue;
    for (const [pattern, say] of otherSpellings) if (pattern.test(name)) problems.push(`${path}: ${say}`);
    for (const { holds, where, say } of contentRules)
      if (!where.test(name) && holds.test(text)) problems.push(`${path}: ${say}`);
  }
  return problems;
}
