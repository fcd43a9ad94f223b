import { posix } from 'node:path';
import { parseSync } from 'vite';
import { isTest, type Node, nodesWithin, type SourceFile } from './source.ts';

/** What a name of a file's outermost level stands for: a function, or what a constant is set to. */
export interface Declared {
  module: Module;
  node: Node;
}

export interface Module {
  path: string;
  declared: Map<string, Node>;
  /** local name → file and the name there */
  imported: Map<string, { path: string; name: string }>;
  /** exported name → local name, or file and the name there */
  exported: Map<string, { path?: string; name: string }>;
}

const roots: Record<string, string> = {
  '#kit/': 'kit/',
  '#features/': 'features/',
  '#providers/': 'providers/',
  '#app/': 'app/',
};

function fileOf(from: string, source: string): string {
  for (const [short, folder] of Object.entries(roots))
    if (source.startsWith(short)) return folder + source.slice(short.length);
  return source.startsWith('.') ? posix.join(posix.dirname(from), source) : source;
}

const nameOf = (node: unknown) => (node as { name?: string; value?: string }).name ?? (node as Node).value;
const textOf = (node: unknown) => nameOf(node) as string;

const wrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/** What is inside of `as`, `satisfies` and `!`. */
export function bare(node: Node): Node {
  let current = node;
  while (wrappers.has(current.type) || current.type === 'ParenthesizedExpression')
    current = current.expression as Node;
  return current;
}

function readModule(file: SourceFile): Module {
  const module: Module = { path: file.path, declared: new Map(), imported: new Map(), exported: new Map() };
  const declare = (node: Node, isExported: boolean) => {
    const add = (name: string, value: Node) => {
      module.declared.set(name, value);
      if (isExported) module.exported.set(name, { name });
    };
    if (node.type === 'FunctionDeclaration') add(textOf(node.id), node);
    if (node.type === 'VariableDeclaration')
      for (const { id, init } of node.declarations as { id: Node; init: Node | null }[])
        if (id.type === 'Identifier' && init) add(textOf(id), bare(init));
  };
  const { program } = parseSync(file.path, file.text, { lang: file.path.endsWith('x') ? 'tsx' : 'ts' });
  for (const node of program.body as unknown as Node[]) {
    if (node.type === 'ImportDeclaration')
      for (const one of node.specifiers as Node[])
        module.imported.set(textOf(one.local), {
          path: fileOf(file.path, (node.source as { value: string }).value),
          name: one.type === 'ImportSpecifier' ? textOf(one.imported) : 'default',
        });
    else if (node.type === 'ExportNamedDeclaration') {
      const source = node.source as { value: string } | null;
      for (const one of node.specifiers as Node[])
        module.exported.set(textOf(one.exported), {
          name: textOf(one.local),
          ...(source && { path: fileOf(file.path, source.value) }),
        });
      if (node.declaration) declare(node.declaration as Node, true);
    } else if (node.type === 'ExportDefaultDeclaration') {
      module.declared.set('default', bare(node.declaration as Node));
      module.exported.set('default', { name: 'default' });
    } else declare(node, false);
  }
  return module;
}

/** Pages reach nothing of it. */
const isServed = (path: string) =>
  path.endsWith('.ts') &&
  !isTest(path) &&
  !/^(app\/web|kit\/(ui|pages|player|drawings))\/|\/(web|player)\//.test(path);

/** The files of the server by their paths, and what their names lead to. */
export class Modules {
  readonly #byPath = new Map<string, Module>();

  constructor(files: readonly SourceFile[]) {
    for (const file of files) if (isServed(file.path)) this.#byPath.set(file.path, readModule(file));
  }

  all(): Iterable<Module> {
    return this.#byPath.values();
  }

  module(path: string): Module | undefined {
    return this.#byPath.get(path);
  }

  /** What a name means in a file, wherever it was declared; undefined for what is local or not ours. */
  find(module: Module, name: string): Declared | undefined {
    const node = module.declared.get(name);
    // a constant that only stands for another name
    if (node?.type === 'Identifier' && nameOf(node) !== name) return this.find(module, textOf(node));
    if (node) return { module, node };
    const from = module.imported.get(name);
    return from && this.#exported(from.path, from.name);
  }

  #exported(path: string, name: string): Declared | undefined {
    const module = this.#byPath.get(path);
    const way = module?.exported.get(name);
    if (!module || !way) return undefined;
    return way.path ? this.#exported(way.path, way.name) : this.find(module, way.name);
  }

  /** The members of an object that is put together of others: `{ ...some, one }`. */
  members({ module, node }: Declared): Map<string, Declared> {
    const found = new Map<string, Declared>();
    if (node.type === 'CallExpression') {
      // what a function that makes handlers answers
      const made = this.find(module, textOf(node.callee));
      const object = made && [...nodesWithin(made.node)].find(({ type }) => type === 'ObjectExpression');
      return made && object ? this.members({ module: made.module, node: object }) : found;
    }
    if (node.type !== 'ObjectExpression') return found;
    for (const property of node.properties as Node[]) {
      if (property.type === 'SpreadElement') {
        const argument = bare(property.argument as Node);
        const spread =
          argument.type === 'Identifier' ? this.find(module, textOf(argument)) : { module, node: argument };
        if (spread) for (const [name, one] of this.members(spread)) found.set(name, one);
        continue;
      }
      const value = bare(property.value as Node);
      const leads = value.type === 'Identifier' ? this.find(module, textOf(value)) : undefined;
      found.set(textOf(property.key), leads ?? { module, node: value });
    }
    return found;
  }

  /** The handlers of a feature by the names of its calls. */
  handlersOf(feature: string): Map<string, Declared> {
    const isOwn = ({ path }: Module) => path.endsWith(`/${feature}/server/feature.ts`);
    const module = [...this.all()].find(isOwn);
    const served = module?.declared.get('default');
    if (!module || !served) return new Map();
    const parts = (served.arguments as Node[])[1] as Node;
    const handlers = this.members({ module, node: parts }).get('handlers');
    return handlers ? this.members(handlers) : new Map();
  }
}
