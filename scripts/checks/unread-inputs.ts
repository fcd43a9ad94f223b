import { takesRequestId } from '#kit/contract/endpoint.ts';
import type { Feature } from '#kit/contract/feature.ts';
import { bare, type Declared, type Modules } from './modules.ts';
import { type Node, nodesWithin } from './source.ts';

type Names = ReadonlySet<string>;
const nameIn = (node: unknown) => (node as { name?: string; value?: string }).name ?? (node as Node).value;
const textIn = (node: unknown) => nameIn(node) as string;
const isFunction = ({ type }: Node) => /Function/.test(type);
const without = (names: Names, taken: Iterable<string>): Names => {
  const left = new Set(names);
  for (const name of taken) left.delete(name);
  return left;
};

/** A value that carries fields of an input: at `path` inside of it, or itself where that is empty. */
interface Carried {
  path: readonly string[];
  names: Names;
}

/** What a function does with a parameter: which fields it reads, and what it gives back to its caller. */
interface Use {
  reads: Set<string>;
  returned: Carried[];
}

/** Values that stay what they are inside of these. */
const through = new Set([
  ...['AwaitExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'],
  ...['ParenthesizedExpression', 'ChainExpression', 'LogicalExpression'],
]);
/** Whether there is something, and not what. */
const onlyAsked = new Set(['IfStatement', 'UnaryExpression', 'BinaryExpression', 'ExpressionStatement']);

/** Follows inputs through destructuring, spreads and calls; what it can not follow counts as read. */
export class InputReader {
  readonly #modules: Modules;
  readonly #parents = new WeakMap<Node, Map<Node, Node>>();
  readonly #underWay = new Set<string>();
  readonly #ids = new WeakMap<Node, number>();
  #nextId = 0;

  constructor(modules: Modules) {
    this.#modules = modules;
  }

  /** The fields of `names` that a handler reads. */
  readBy(handler: Declared, names: Names): Names {
    const made = this.#asFunction(handler);
    return made ? this.#use(made, 1, { path: [], names }).reads : names;
  }

  /** A function, the one that `listing` only gives its types, or the one that is answered by what makes it: `listOf('coins')`. */
  #asFunction({ module, node }: Declared): Declared | undefined {
    if (isFunction(node)) return { module, node };
    if (node.type !== 'CallExpression') return undefined;
    const query = (node.arguments as Node[]).at(-1);
    if (textIn(node.callee) === 'listing' && query && isFunction(query)) return { module, node: query };
    const maker = this.#modules.find(module, textIn(node.callee));
    if (!maker || !isFunction(maker.node)) return undefined;
    const inner = [...nodesWithin(maker.node.body)].find(isFunction);
    return inner && { module: maker.module, node: inner };
  }

  #parentsIn(root: Node): Map<Node, Node> {
    const known = this.#parents.get(root);
    if (known) return known;
    const parents = new Map<Node, Node>();
    const walk = (value: unknown, parent: Node | undefined): void => {
      if (Array.isArray(value)) for (const one of value) walk(one, parent);
      else if (typeof value === 'object' && value !== null) {
        const isNode = typeof (value as Node).type === 'string';
        if (isNode && parent) parents.set(value as Node, parent);
        for (const inner of Object.values(value))
          if (typeof inner === 'object') walk(inner, isNode ? (value as Node) : parent);
      }
    };
    walk(root, undefined);
    this.#parents.set(root, parents);
    return parents;
  }

  #idOf(node: Node): number {
    const known = this.#ids.get(node) ?? this.#nextId++;
    this.#ids.set(node, known);
    return known;
  }

  #use(of: Declared, place: number, carried: Carried): Use {
    const use: Use = { reads: new Set(), returned: [] };
    const { path, names } = carried;
    const key = `${this.#idOf(of.node)} ${place} ${path.join('.')} ${[...names].join(' ')}`;
    if (names.size === 0 || this.#underWay.has(key)) return use;
    this.#underWay.add(key);
    const parameters = of.node.params as Node[];
    const parameter = parameters[place];
    if (
      parameter?.type === 'RestElement' ||
      parameters.some(({ type }, at) => type === 'RestElement' && at < place)
    )
      for (const name of names) use.reads.add(name);
    else if (parameter) this.#bind(of, parameter, carried, use);
    this.#underWay.delete(key);
    return use;
  }

  /** A value gets a name, or several. */
  #bind(of: Declared, pattern: Node, carried: Carried, use: Use): undefined {
    const { path, names } = carried;
    if (pattern.type === 'AssignmentPattern') return this.#bind(of, pattern.left as Node, carried, use);
    if (pattern.type === 'Identifier') {
      for (const reference of this.#references(of.node, textIn(pattern), pattern))
        this.#flow(of, reference, carried, use);
      return;
    }
    if (pattern.type !== 'ObjectPattern') return this.#all(names, use);
    const taken: string[] = [];
    for (const property of pattern.properties as Node[]) {
      if (property.type === 'RestElement') {
        const rest = path.length > 0 ? carried : { path, names: without(names, taken) };
        if (!(path[0] && taken.includes(path[0]))) this.#bind(of, property.argument as Node, rest, use);
        continue;
      }
      const name = textIn(property.key);
      taken.push(name);
      const value = property.value as Node;
      if (path.length > 0) {
        if (name === path[0]) this.#bind(of, value, { path: path.slice(1), names }, use);
        continue;
      }
      const local = value.type === 'AssignmentPattern' ? (value.left as Node) : value;
      const isUsed =
        local.type !== 'Identifier' || [...this.#references(of.node, textIn(local), local)].length > 0;
      if (names.has(name) && isUsed) use.reads.add(name);
    }
  }

  #all(names: Names, use: Use): undefined {
    for (const name of names) use.reads.add(name);
  }

  *#references(root: Node, name: string, declared: Node): Generator<Node> {
    const parents = this.#parentsIn(root);
    for (const node of nodesWithin(root)) {
      if (node.type !== 'Identifier' || node === declared || nameIn(node) !== name) continue;
      const parent = parents.get(node);
      if (!parent) continue;
      const isMember = parent.type === 'MemberExpression' && parent.property === node && !parent.computed;
      const isKey =
        parent.type === 'Property' && parent.key === node && parent.value !== node && !parent.shorthand;
      const isType = parent.type.startsWith('TS') && !through.has(parent.type);
      if (!isMember && !isKey && !isType) yield node;
    }
  }

  /** Where a value goes from where it stands. */
  #flow(of: Declared, node: Node, carried: Carried, use: Use): undefined {
    const { path, names } = carried;
    const parent = this.#parentsIn(of.node).get(node);
    if (!parent || names.size === 0 || onlyAsked.has(parent.type)) return;
    if (through.has(parent.type)) return this.#flow(of, parent, carried, use);
    switch (parent.type) {
      case 'MemberExpression': {
        if (parent.computed) return this.#all(names, use);
        const name = textIn(parent.property);
        if (path.length === 0) return names.has(name) ? void use.reads.add(name) : undefined;
        return name === path[0] ? this.#flow(of, parent, { path: path.slice(1), names }, use) : undefined;
      }
      case 'VariableDeclarator':
        return this.#bind(of, parent.id as Node, carried, use);
      case 'ConditionalExpression':
        return parent.test === node ? undefined : this.#flow(of, parent, carried, use);
      case 'Property': {
        const object = this.#parentsIn(of.node).get(parent);
        if (object?.type !== 'ObjectExpression') return;
        return this.#flow(of, object, { path: [textIn(parent.key), ...path], names }, use);
      }
      case 'SpreadElement': {
        const object = this.#parentsIn(of.node).get(parent);
        if (object?.type !== 'ObjectExpression') return this.#all(names, use);
        const properties = object.properties as Node[];
        const later = properties
          .slice(properties.indexOf(parent) + 1)
          .flatMap((one) => (one.type === 'Property' && !one.computed ? [textIn(one.key)] : []));
        return this.#flow(of, object, { path, names: path.length > 0 ? names : without(names, later) }, use);
      }
      case 'CallExpression':
      case 'NewExpression':
        return parent.callee === node ? undefined : this.#given(of, parent, node, carried, use);
      case 'ReturnStatement':
      case 'ArrowFunctionExpression':
        return this.#returned(of, parent, carried, use);
      default:
        return this.#all(names, use);
    }
  }

  #returned(of: Declared, from: Node, carried: Carried, use: Use): undefined {
    const parents = this.#parentsIn(of.node);
    let at: Node | undefined = from;
    while (at && !isFunction(at)) at = parents.get(at);
    if (at === of.node) use.returned.push(carried);
    else this.#all(carried.names, use);
  }

  /** As an argument of a call: what the called function reads of it. */
  #given(of: Declared, call: Node, argument: Node, carried: Carried, use: Use): undefined {
    const callee = bare(call.callee as Node);
    const called = callee.type === 'Identifier' ? this.#called(of, textIn(callee)) : undefined;
    // orders keep what was wished for word by word, to know it again: nobody has acted on it by that
    if (callee.type === 'MemberExpression' && nameIn(callee.object) === 'JSON') return;
    if (!called) return this.#all(carried.names, use);
    const place = (call.arguments as Node[]).indexOf(argument);
    const inside = this.#use(called, place, carried);
    for (const name of inside.reads) use.reads.add(name);
    for (const { path, names } of inside.returned)
      this.#flow(of, call, { path, names: without(names, inside.reads) }, use);
  }

  #called(of: Declared, name: string): Declared | undefined {
    for (const node of nodesWithin(of.node)) {
      if (node.type === 'FunctionDeclaration' && textIn(node.id) === name && node !== of.node)
        return { module: of.module, node };
      if (node.type === 'VariableDeclarator' && nameIn(node.id) === name && node.init) {
        const value = bare(node.init as Node);
        return isFunction(value) ? { module: of.module, node: value } : undefined;
      }
    }
    const found = this.#modules.find(of.module, name);
    return found && this.#asFunction(found);
  }
}

/** A field that nobody reads promises something to the caller who sends it. */
export function unreadProblems(modules: Modules, features: readonly Feature[]): string[] {
  const reader = new InputReader(modules);
  return features.flatMap(({ name: feature, endpoints }) => {
    const handlers = modules.handlersOf(feature);
    return Object.entries(endpoints).flatMap(([name, endpoint]) => {
      const handler = handlers.get(name);
      if (!handler) return [`${feature}.${name}: its handler is not found`];
      const names = new Set(Object.keys(endpoint.input.shape));
      // the kit recognises repeats by it
      if (takesRequestId(endpoint)) names.delete('requestId');
      // lists without an order of their own take the family's usual fields all the same
      for (const usual of ['current', 'size', 'sort', 'order']) names.delete(usual);
      const unread = [...without(names, reader.readBy(handler, names))].filter(
        (field) => !endpoint.input.shape[field].meta()?.passedOver,
      );
      return unread.map((field) => `${feature}.${name} accepts ${field} and never reads it`);
    });
  });
}
