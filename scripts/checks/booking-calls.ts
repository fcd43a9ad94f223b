import type { Feature } from '#kit/contract/feature.ts';
import { bare, type Declared, type Modules } from './modules.ts';
import { type Node, nodesWithin } from './source.ts';

/** Through these, and nothing else, an amount in the books moves or is promised. */
const movers = new Set(['postTransfers', 'openHold', 'postHold', 'voidHold', 'reverseTransfer']);
const isMover = (name: string, { module }: Declared) =>
  movers.has(name) && module.path.startsWith('features/money/ledger/server/');

const isFunction = ({ type }: Node) => /Function/.test(type);
const nameIn = (node: unknown) => (node as { name: string }).name;

/** What features register with each other, by the container that keeps it: `keepers.set(services, keeper)`. */
function registered(modules: Modules): Map<Node, Declared[]> {
  const containerOf = new Map<Node, Node>();
  for (const module of modules.all())
    for (const node of module.declared.values()) {
      if (!isFunction(node)) continue;
      for (const { type, callee } of nodesWithin(node)) {
        if (type !== 'CallExpression' || (callee as Node).type !== 'MemberExpression') continue;
        const { object, property } = callee as Node & { object: Node; property: Node };
        const container = module.declared.get(nameIn(object));
        if (container?.type === 'NewExpression' && ['set', 'add'].includes(nameIn(property)))
          containerOf.set(node, container);
      }
    }
  const found = new Map<Node, Declared[]>();
  for (const module of modules.all())
    for (const node of module.declared.values())
      for (const call of nodesWithin(node)) {
        if (call.type !== 'CallExpression') continue;
        const callee = modules.find(module, nameIn(call.callee));
        const container = callee && containerOf.get(callee.node);
        if (!container) continue;
        const given = (call.arguments as Node[]).map((argument): Declared => {
          const value = bare(argument);
          return (
            (value.type === 'Identifier' && modules.find(module, nameIn(value))) || { module, node: value }
          );
        });
        found.set(container, [...(found.get(container) ?? []), ...given]);
      }
  return found;
}

interface Mentions {
  others: [name: string, declared: Declared][];
  /** `.name` of anything */
  members: Set<string>;
}

/** Finds the way from a handler to the books, by the names that functions mention. */
export function waysToBooks(modules: Modules): (from: Declared) => string[] | undefined {
  const listeners = registered(modules);
  const known = new Map<Node, Mentions>();
  const mentions = ({ module, node }: Declared): Mentions => {
    const before = known.get(node);
    if (before) return before;
    const others = new Map<Node, [string, Declared]>();
    const members = new Set<string>();
    for (const part of nodesWithin(node)) {
      if (part.type === 'MemberExpression') members.add(nameIn(part.property));
      if (part.type !== 'Identifier') continue;
      const declared = modules.find(module, nameIn(part));
      if (declared && declared.node !== node) others.set(declared.node, [nameIn(part), declared]);
    }
    const made = { others: [...others.values()], members };
    known.set(node, made);
    return made;
  };
  /** Of what is registered: functions, and of objects the members that somebody on the way calls. */
  const answering = (container: Node, way: readonly Declared[]): [string, Declared][] =>
    (listeners.get(container) ?? []).flatMap((one): [string, Declared][] => {
      if (one.node.type !== 'ObjectExpression') return [['a listener', one]];
      return [...modules.members(one)].filter(([name]) =>
        way.some((step) => mentions(step).members.has(name)),
      );
    });
  /** what led nowhere once leads nowhere from other handlers: unless listeners were passed over, which others may call */
  const barren = new Set<Node>();
  return (from) => {
    const seen = new Set<Node>(barren);
    let passedOver = false;
    const waiting: { at: Declared; way: Declared[]; names: string[] }[] = [{ at: from, way: [], names: [] }];
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { at, names } = next;
      const way = [...next.way, at];
      passedOver ||= (listeners.get(at.node) ?? []).some(({ node }) => node.type === 'ObjectExpression');
      for (const [name, declared] of [...mentions(at).others, ...answering(at.node, way)]) {
        if (isMover(name, declared)) return [...names, name];
        // what is registered answers each by another member
        if (seen.has(declared.node) && !listeners.has(declared.node)) continue;
        if (way.some(({ node }) => node === declared.node)) continue;
        seen.add(declared.node);
        waiting.push({ at: declared, way, names: [...names, name] });
      }
    }
    if (!passedOver) for (const node of seen) barren.add(node);
    return undefined;
  };
}

/**
 * A call through which amounts in the books move says so (`books`): `app/server/test/races.db.test.ts` races every one that
 * moves money. What a call reaches is read in the sources, so that no new one is forgotten.
 */
export function bookingProblems(modules: Modules, features: readonly Feature[]): string[] {
  const wayFrom = waysToBooks(modules);
  return features.flatMap(({ name: feature, endpoints }) => {
    const handlers = modules.handlersOf(feature);
    return Object.entries(endpoints).flatMap(([name, { books, changes }]) => {
      const handler = handlers.get(name);
      if (!handler) return [`${feature}.${name}: its handler is not found`];
      // the database of a call that only reads refuses to write
      const way = changes ? wayFrom(handler) : undefined;
      if (way && !books)
        return [`${feature}.${name} moves amounts (${way.join(' > ')}): say with books of what`];
      return books && !way ? [`${feature}.${name} says books and never reaches them`] : [];
    });
  });
}
