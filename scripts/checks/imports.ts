import { dirname, join } from 'node:path/posix';
import { isTest, lineOf, namingNodesOf, type SourceFile } from './source.ts';
import { storeyProblem } from './storeys.ts';

/** Where a file stands in the house. Features have rooms of their own. */
interface Place {
  layer: string;
  storey?: string;
  feature?: string;
}

const aliases: Record<string, string> = {
  '#kit/': 'kit/',
  '#features/': 'features/',
  '#providers/': 'providers/',
  '#simulators/': 'simulators/',
  '#app/': 'app/',
};

export function placeOf(path: string): Place {
  const [top, second, name, third] = path.split('/');
  if (top === 'kit') return { layer: `kit/${second}` };
  if (top === 'app') return { layer: `app/${second}` };
  if (top !== 'features') return { layer: top as string };
  return { layer: roomOf(path, third), storey: second as string, feature: name as string };
}

function roomOf(path: string, folder: string | undefined): string {
  switch (folder) {
    case 'web':
    case 'rules':
    case 'data':
    case 'player':
      return `feature/${folder}`;
    case 'slots.ts':
      return 'feature/slots';
    case 'server':
    case 'tables.ts':
    case 'demo.ts':
      return path.endsWith('/server/public.ts') ? 'feature/public' : 'feature/server';
    default:
      return 'feature/contract';
  }
}

/** `features/selling/orders` of a file in it. */
export const featureOf = (path: string) => path.split('/').slice(0, 3).join('/');

/** kernel, tokens ← contract ← protocol ← server | drawings ← ui ← player, pages ← features ← app */
const allowed: Record<string, readonly string[]> = {
  'kit/kernel': ['kit/kernel'],
  'kit/contract': ['kit/kernel', 'kit/contract'],
  'kit/protocol': ['kit/kernel', 'kit/contract', 'kit/protocol'],
  'kit/server': ['kit/kernel', 'kit/contract', 'kit/protocol', 'kit/server'],
  'kit/tokens': ['kit/tokens'],
  'kit/drawings': ['kit/kernel', 'kit/protocol', 'kit/tokens', 'kit/drawings'],
  'kit/ui': ['kit/kernel', 'kit/contract', 'kit/tokens', 'kit/drawings', 'kit/ui', 'kit/i18n'],
  'kit/player': ['kit/kernel', 'kit/contract', 'kit/tokens', 'kit/drawings', 'kit/ui', 'kit/player'],
  'kit/pages': ['kit/kernel', 'kit/contract', 'kit/drawings', 'kit/ui', 'kit/pages'],
  providers: ['kit/kernel', 'providers'],
  simulators: ['kit/kernel', 'kit/contract', 'kit/protocol', 'providers', 'simulators'],
  'feature/contract': [
    'kit/kernel',
    'kit/contract',
    'kit/protocol',
    'feature/contract',
    'feature/web',
    'feature/player',
  ],
  // read by the build alone: what it puts into places of pages, on both sides
  'feature/slots': ['kit/ui', 'feature/web', 'feature/player'],
  // what of ui and web is light enough for players is looked at file by file: player-weight.ts
  'feature/player': [
    'kit/kernel',
    'kit/contract',
    'kit/protocol',
    'kit/drawings',
    'kit/ui',
    'kit/player',
    'feature/contract',
    'feature/rules',
    'feature/web',
    'feature/player',
  ],
  // Pure: neither database nor page, so that both may ask.
  'feature/rules': [
    'kit/kernel',
    'kit/contract',
    'kit/protocol',
    'feature/contract',
    'feature/rules',
    'feature/data',
  ],
  'feature/data': ['kit/kernel', 'feature/data'],
  'feature/web': [
    'kit/kernel',
    'kit/contract',
    'kit/protocol',
    'kit/drawings',
    'kit/ui',
    'kit/pages',
    'feature/contract',
    'feature/rules',
    'feature/web',
  ],
  'feature/server': [
    'kit/kernel',
    'kit/contract',
    'kit/protocol',
    'kit/server',
    'providers',
    'feature/contract',
    'feature/rules',
    'feature/data',
    'feature/server',
    'feature/public',
  ],
  'feature/public': [
    'kit/kernel',
    'kit/contract',
    'kit/protocol',
    'kit/server',
    'providers',
    'feature/contract',
    'feature/rules',
    'feature/data',
    'feature/server',
    'feature/public',
  ],
  'app/web': [
    'kit/kernel',
    'kit/contract',
    'kit/drawings',
    'kit/ui',
    'kit/player',
    'kit/pages',
    'app/web',
    'feature/contract',
    'feature/web',
  ],
  'app/server': [
    'kit/kernel',
    'kit/contract',
    'kit/protocol',
    'kit/server',
    'providers',
    'simulators',
    'feature/contract',
    'feature/server',
    'feature/public',
    'app/server',
  ],
};

function problemOf(from: string, to: string): string | undefined {
  const source = placeOf(from);
  const target = placeOf(to);
  if (!(allowed[source.layer] ?? []).includes(target.layer))
    return `${source.layer} may not import ${target.layer}`;
  if (source.feature && target.feature && source.feature !== target.feature) {
    const room = to.slice(featureOf(to).length + 1);
    const isOpen =
      target.layer === 'feature/public' ||
      ['web/public.ts', 'player/public.ts', 'contract.ts'].includes(room) ||
      room.startsWith('contract/');
    if (!isOpen)
      return 'of another feature only its contract and server/, web/ and player/public.ts may be imported';
    return storeyProblem(source.storey as string, target.storey as string);
  }
  return undefined;
}

export const resolve = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  const alias = Object.keys(aliases).find((prefix) => specifier.startsWith(prefix));
  return alias && aliases[alias] + specifier.slice(alias.length);
};

const importNodes = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
]);

/** What a file imports for its running: type-only imports are gone by then. */
export function* importsOf(file: SourceFile, options: { dynamic: boolean }): Generator<string> {
  for (const node of namingNodesOf(file)) {
    if (!importNodes.has(node.type) || (node.type === 'ImportExpression' && !options.dynamic)) continue;
    if (node.importKind === 'type' || node.exportKind === 'type') continue;
    const specifiers = (node.specifiers ?? []) as { importKind?: string; exportKind?: string }[];
    const typesOnly =
      specifiers.length > 0 &&
      specifiers.every(({ importKind, exportKind }) => (importKind ?? exportKind) === 'type');
    const specifier = (node.source as { value?: unknown } | null)?.value;
    if (!typesOnly && typeof specifier === 'string') yield specifier;
  }
}

/** Imports that go against the direction of the house. Tests may reach anywhere. */
export function importProblems(files: readonly SourceFile[]): string[] {
  const problems: string[] = [];
  for (const file of files) {
    if (isTest(file.path)) continue;
    for (const node of namingNodesOf(file)) {
      if (!importNodes.has(node.type)) continue;
      const specifier = (node.source as { value?: unknown } | null)?.value;
      const target = typeof specifier === 'string' ? resolve(file.path, specifier) : undefined;
      const problem = target && problemOf(file.path, target);
      if (problem)
        problems.push(`${file.path}:${lineOf(file, node.start)} imports ${String(specifier)}: ${problem}`);
    }
  }
  return problems;
}
