import { isTest, lineOf, type Node, nodesOf, nodesWithin, type SourceFile } from './source.ts';

const holder = 'kit/server/hold-names.ts';
/** Renders a part of a statement to put it into a text, and checks that Drizzle still does so. */
const renderers = new Set(['kit/server/row-statements.ts', 'kit/server/drizzle-inside.ts']);

/** Lists that stay short whatever is in the database, and why. */
const shortLists: Record<string, string> = {
  'app/server/demo-fleet.ts': 'the machines of a demo',
  'features/loyalty/cards/server/own-handlers.ts': 'card types that one merchant sells at one site',
  'features/loyalty/points/server/own-handlers.ts': 'merchants where one player has points',
  'features/loyalty/rewards/server/task-handlers.ts': 'tasks of one site; each kind counts something else',
  'features/money/allowance/server/worth.ts': 'features that know a price',
  'features/money/onboarding/server/open-products.ts': 'WeChat and Alipay',
  'features/people/identities/server/preview-join.ts': 'two records of one player',
  'features/people/identities/server/staff-handlers.ts': 'records with one phone number',
  'features/people/playerapp/server/money-handlers.ts': 'merchants where one player has money',
  'features/selling/orders/server/refunding/refund-besides.ts': 'features that listen',
  'features/selling/orders/server/registry.ts': 'features that sell or let plays pay',
};

/** Lists that are read whole anyway, and why they stay short. */
const shortPages: Record<string, string> = {
  'features/money/allowance/server/allowance-handlers.ts': 'the roles of one merchant',
};

const readers = /^(reader|tx|db|raw|([\w.]+\.)?db\.read)$/;
const textOf = (file: SourceFile, node: Node) => file.text.slice(node.start, node.end);

const methodOf = (node: Node): string | undefined => {
  const callee = node.callee as Node;
  return callee.type === 'MemberExpression' ? (callee.property as { name?: string }).name : undefined;
};

/** `Promise.all(list.map((one) => find(reader, one)))`: a statement for each one of a list. */
function isStatementPerRow(file: SourceFile, node: Node): boolean {
  if (methodOf(node) !== 'all') return false;
  const mapped = (node.arguments as Node[])[0];
  if (mapped?.type !== 'CallExpression' || methodOf(mapped) !== 'map') return false;
  return [...nodesWithin((mapped.arguments as Node[])[0])].some(
    ({ type, ...call }) =>
      type === 'CallExpression' &&
      (call.arguments as Node[]).some((argument) => readers.test(textOf(file, argument))),
  );
}

/** `rows.slice((current - 1) * size, …)`: everything was read to show one page of it. */
const isPagedInMemory = (file: SourceFile, node: Node): boolean =>
  methodOf(node) === 'slice' &&
  (node.arguments as Node[]).some((argument) => /\bcurrent\b/.test(textOf(file, argument)));

/** `.for('update')` of Drizzle without an order; `find` brings one by itself. */
const isUnorderedHold = (file: SourceFile, node: Node): boolean =>
  methodOf(node) === 'for' &&
  /^'(update|share|no key update|key share)'$/.test(textOf(file, (node.arguments as Node[])[0] as Node)) &&
  !/\.orderBy\(/.test(textOf(file, node));

/** `{ fieldId: …, ...days(row.createdAt) }`: rows that stand at a site, asked for by the days of somewhere else. */
function isDayOfNowhere({ type, properties }: Node): boolean {
  if (type !== 'ObjectExpression') return false;
  const parts = properties as Node[];
  return (
    parts.some(({ key }) => (key as { name?: string } | undefined)?.name === 'fieldId') &&
    parts.some(
      (part) =>
        part.type === 'SpreadElement' &&
        ((part.argument as Node).callee as { name?: string } | undefined)?.name === 'days',
    )
  );
}

const names = /pg_(try_)?advisory_/;

/**
 * Of the server: a statement for each row, lists that are paged in memory, days of nowhere, names and rows that are held by
 * hand, a rendered statement that is taken apart.
 */
export function statementProblems(files: readonly SourceFile[]): string[] {
  const problems: string[] = [];
  for (const file of files) {
    const { path, text } = file;
    if (isTest(path) || !/\/server\//.test(path)) continue;
    const say = (node: Node, problem: string) =>
      problems.push(`${path}:${lineOf(file, node.start)}: ${problem}`);
    const isWorthReading =
      names.test(text) ||
      /Promise\.all\(|\.for\('|sqlToQuery|toSQL|\.slice\(.*current|\.\.\.days\(/.test(text);
    if (!isWorthReading) continue;
    for (const node of nodesOf(file)) {
      const words = node.type === 'TemplateElement' ? (node.value as { raw: string }).raw : node.value;
      if (typeof words === 'string' && names.test(words) && path !== holder)
        say(node, `names are held by holdName of ${holder}`);
      // the base stands below what knows the days of sites
      if (!path.startsWith('features/base/') && isDayOfNowhere(node))
        say(node, 'days of rows that stand at a site are its own: daysThere(row)');
      if (node.type !== 'CallExpression') continue;
      if (isStatementPerRow(file, node) && !shortLists[path])
        say(node, 'a statement for each row: ask for all of them at once');
      if (isPagedInMemory(file, node) && !shortPages[path])
        say(node, 'a list is paged by the database: pageRows, or a statement that sorts, counts and cuts');
      if (isUnorderedHold(file, node)) say(node, "rows are held in an order: find(…, 'update'), or orderBy");
      if (/^(sqlToQuery|toSQL)$/.test(methodOf(node) ?? '') && !renderers.has(path))
        say(node, 'a condition is looked at as Drizzle keeps it, not as a rendered text');
    }
  }
  return problems;
}
