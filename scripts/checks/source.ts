import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

export interface SourceFile {
  /** from the root of the checkout */
  path: string;
  text: string;
}

/** The product. */
const rooms = ['app', 'kit', 'features', 'providers', 'simulators'];
/** What it is built, measured and tried with. */
const tools = ['scripts', 'bench', 'e2e'];

function* walk(root: string, folder: string, kind = /\.tsx?$/): Generator<string> {
  for (const name of readdirSync(join(root, folder))) {
    const path = `${folder}/${name}`;
    if (statSync(join(root, path)).isDirectory()) yield* walk(root, path, kind);
    else if (kind.test(name)) yield path;
  }
}

const filesOf = (root: string, paths: readonly string[]): SourceFile[] =>
  paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const sourcesIn = (root: string, folders: readonly string[]) =>
  filesOf(
    root,
    folders.filter((folder) => existsSync(join(root, folder))).flatMap((folder) => [...walk(root, folder)]),
  );

export const readSources = (root: string): SourceFile[] => sourcesIn(root, rooms);

/** Also the settings of tools, which lie at the root. */
export const readTools = (root: string): SourceFile[] => [
  ...sourcesIn(root, tools),
  ...filesOf(
    root,
    readdirSync(root).filter((name) => name.endsWith('.ts')),
  ),
];

/** What people read: README, CONTRIBUTING and the like, all of docs, and the articles of the manual. */
export const readPapers = (root: string): SourceFile[] =>
  filesOf(root, [
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
    ...walk(root, 'docs', /\.md$/),
    ...walk(root, 'features/base/content/articles', /\.md$/),
  ]);

export const isTest = (path: string) => /\.test\.tsx?$|\/test(ing)?\//.test(path);

export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** A node and everything inside it, outermost first. */
export function* nodesWithin(root: unknown): Generator<Node> {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (typeof (value as Node).type === 'string') yield value as Node;
    // millions of them: nothing is copied on the way
    const inner = Array.isArray(value) ? value : Object.values(value);
    for (let place = inner.length - 1; place >= 0; place--)
      if (typeof inner[place] === 'object') waiting.push(inner[place]);
  }
}

const programOf = (file: SourceFile) =>
  parseSync(file.path, file.text, { lang: file.path.endsWith('x') ? 'tsx' : 'ts' }).program;

/** Every syntax node of a file. */
export const nodesOf = (file: SourceFile): Generator<Node> => nodesWithin(programOf(file));

const looksUp = /^(require|resolve|createRequire)$/;
const namesAnother = ({ type, source, callee }: Node) =>
  (typeof source === 'object' && source !== null) ||
  (type === 'CallExpression' && looksUp.test(calledName(callee as Node)));
/** of `require`, `import.meta.resolve` and `createRequire(…)` */
const calledName = ({ name, property, callee }: Node): string =>
  callee ? calledName(callee as Node) : String(name ?? (property as Node | undefined)?.name);

const naming = new WeakMap<SourceFile, readonly Node[]>();

/** Those that name another file or a package: imports, what is handed on, what is looked up. Many checks ask for them. */
export function namingNodesOf(file: SourceFile): readonly Node[] {
  const found = naming.get(file) ?? [...nodesOf(file)].filter(namesAnother);
  naming.set(file, found);
  return found;
}

export const lineOf = (file: SourceFile, offset: number) => file.text.slice(0, offset).split('\n').length;
