import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type SlotModule, shellSlots } from '#kit/ui/slots.ts';
import { foldersWith, readDeclaration, sourceOf } from './feature-folders.ts';

/** A feature's fillings as Node reads them from its `slots.ts`. */
export interface SlotSource extends SlotModule<object> {
  folder: string;
}

interface Found {
  feature: string;
  name: string;
  rank: number;
  file: string;
}

const found = (sources: readonly SlotSource[]): Found[] =>
  sources.flatMap(({ feature, folder, slots }) =>
    Object.entries(slots as Record<string, { rank: number; load: () => unknown }>).map(
      ([name, { rank, load }]) => ({ feature, name, rank, file: join(folder, sourceOf(load)) }),
    ),
  );

const isOfShell = (name: string) => (shellSlots as readonly string[]).includes(name);

/** What the shell fetches by itself. */
export function shellTable(sources: readonly SlotSource[]): string {
  const modules = sources.flatMap((source) => {
    const own = found([source]).filter(({ name }) => isOfShell(name));
    const slots = own.map(
      ({ name, rank, file }) =>
        `${JSON.stringify(name)}: { rank: ${rank}, load: () => import(${JSON.stringify(file)}) }`,
    );
    return own.length === 0
      ? []
      : [`{ feature: ${JSON.stringify(source.feature)}, slots: { ${slots.join(', ')} } }`];
  });
  return `export default [\n${modules.join(',\n')}\n];`;
}

/** What stands in one place of a page. It is imported as the page is, so it becomes a part of the page's own file. */
export function pageTable(sources: readonly SlotSource[], name: string): string {
  const inOrder = found(sources)
    .filter((filling) => filling.name === name)
    .sort((one, other) => one.rank - other.rank);
  for (const [index, { rank, feature }] of inOrder.entries()) {
    const before = inOrder[index - 1];
    if (before?.rank === rank)
      throw new Error(`${before.feature} and ${feature} both fill ${name} at rank ${rank}`);
  }
  return [
    ...inOrder.map(({ file }, index) => `import filling${index} from ${JSON.stringify(file)};`),
    `export default [${inOrder
      .map(({ feature }, index) => `{ feature: ${JSON.stringify(feature)}, filling: filling${index} }`)
      .join(', ')}];`,
  ].join('\n');
}

const shellId = 'virtual:slots';
const pageId = /^virtual:slots\/(\w+)$/;

/** `virtual:slots` for the shell, `virtual:slots/<name>` for the page that has such a place. */
export function slotTables(root: string): Plugin {
  return {
    name: 'slot-tables',
    resolveId: (id) => (id === shellId || pageId.test(id) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith('\0')) return undefined;
      const asked = id.slice(1);
      const name = pageId.exec(asked)?.[1];
      if (asked !== shellId && !name) return undefined;
      const version = this.meta.watchMode ? `?at=${Date.now()}` : '';
      const sources = await Promise.all(
        foldersWith(root, 'slots.ts').map(async (folder) => {
          this.addWatchFile(join(folder, 'slots.ts'));
          const module = await readDeclaration<{ default: SlotModule<object> }>(folder, 'slots.ts', version);
          return { ...module.default, folder };
        }),
      );
      return name ? pageTable(sources, name) : shellTable(sources);
    },
  };
}
