import { builtinModules } from 'node:module';
import { lineOf, type Node, namingNodesOf, type SourceFile } from './source.ts';

/** Declared though no source names them, and why. */
export const unnamed: Record<string, string> = {
  node: 'the Node that npm start and all commands run on',
  '@types/node': 'types of what Node brings',
  typescript: 'npm run typecheck',
  '@biomejs/biome': 'npm run lint',
  recharts: 'peer of @mantine/charts',
  'react-is': 'peer of recharts',
};

const builtin = new Set(builtinModules);

/** The package of a specifier; undefined for our own files, what Node brings and what the build makes (`virtual:`). */
export function packageOf(specifier: string): string | undefined {
  if (/^([.#/]|[a-z]+:)/.test(specifier)) return undefined;
  const [first = '', second] = specifier.split('/');
  if (first.startsWith('@')) return `${first}/${second}`;
  return builtin.has(first) ? undefined : first;
}

/** What a text begins with: a specifier may end in `${name}`. */
function textOf(node: unknown): string | undefined {
  const { type, value, quasis } = (node ?? {}) as Partial<Node>;
  if (type === 'TemplateLiteral') return (quasis as { value: { cooked: string } }[])[0]?.value.cooked;
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
}

/** `require('x')`, `createRequire(…)('x')`, `resolve('x/file')` and `….resolve('x/file')`. */
function isLookup(callee: Node): boolean {
  if (callee.type === 'CallExpression') return (callee.callee as { name?: string }).name === 'createRequire';
  const { name } = (callee.type === 'MemberExpression' ? callee.property : callee) as { name?: string };
  return name === 'require' || name === 'resolve';
}

interface Named {
  name: string;
  node: Node;
  /** other things are resolved too (promises, paths): such a call shows that a package is used, not that one is missing */
  isLookup: boolean;
}

/** Packages that a file names, be it for a type alone. */
function* packagesIn(file: SourceFile): Generator<Named> {
  for (const node of namingNodesOf(file)) {
    const looksUp = node.type === 'CallExpression' && isLookup(node.callee as Node);
    const specifier = textOf(looksUp ? (node.arguments as Node[])[0] : node.source);
    const name = specifier && packageOf(specifier);
    if (name) yield { name, node, isLookup: looksUp };
  }
}

/** `@types/ws` is used where ws is. */
const typed = (name: string) => /^@types\/(.+)$/.exec(name)?.[1];

/**
 * A package that is imported and not declared is there by chance: another one brought it. One that is declared and not used
 * is installed, updated and trusted for nothing.
 */
export function packageProblems(
  files: readonly SourceFile[],
  declared: ReadonlySet<string>,
  reasons: Readonly<Record<string, string>> = unnamed,
): string[] {
  const used = new Set<string>();
  const missing = new Map<string, string>();
  const imported = new Set<string>();
  for (const file of files)
    for (const { name, node, isLookup } of packagesIn(file)) {
      used.add(name);
      if (isLookup) continue;
      imported.add(name);
      if (!declared.has(name) && !missing.has(name))
        missing.set(name, `${file.path}:${lineOf(file, node.start)} imports ${name}, which is not declared`);
    }
  const needless = [...declared].filter((name) => !(name in reasons) && !used.has(typed(name) ?? name));
  return [
    ...missing.values(),
    ...needless.map(
      (name) => `${name} is declared, and nothing imports it (or give a reason in packages.ts)`,
    ),
    ...Object.keys(reasons)
      .filter((name) => imported.has(name) || !declared.has(name))
      .map((name) => `${name} needs no reason in packages.ts: it is imported, or not declared`),
  ];
}
