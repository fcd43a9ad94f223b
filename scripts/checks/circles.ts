import { placeOf, resolve } from './imports.ts';
import { isTest, namingNodesOf, type SourceFile } from './source.ts';

/** What each file imports when it is loaded, its types too; what is fetched later (`import()`) closes no circle. */
function importsAmong(files: readonly SourceFile[]): Map<string, string[]> {
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.map((file) => {
      const targets = namingNodesOf(file).flatMap(({ type, source }) => {
        if (!type.endsWith('Declaration')) return [];
        const specifier = (source as { value?: unknown } | null | undefined)?.value;
        return typeof specifier === 'string' ? (resolve(file.path, specifier) ?? []) : [];
      });
      return [file.path, [...new Set(targets)].filter((target) => known.has(target))];
    }),
  );
}

/** Groups of files in which each reaches every other by imports (Tarjan's way: one walk over all of them). */
export function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  /** in the order of the walk; of files whose circle is known: one that is never the lowest */
  const numbers = new Map<string, number>();
  /** visited, and not yet known to which circle they belong */
  const open: string[] = [];

  function visit(file: string): number {
    let low = numbers.size;
    numbers.set(file, low);
    open.push(file);
    for (const target of imports.get(file) ?? []) low = Math.min(low, numbers.get(target) ?? visit(target));
    if (low === numbers.get(file)) {
      const circle = open.splice(open.indexOf(file));
      for (const member of circle) numbers.set(member, Number.POSITIVE_INFINITY);
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  }

  for (const file of imports.keys()) if (!numbers.has(file)) visit(file);
  return circles;
}

/**
 * Files that import each other in a circle, be it only by types: none of them can be read, moved or tried without all the
 * others. What they share belongs into a file below them. Biome has a rule for circles too; it reads all packages first and
 * takes nine seconds for one file.
 */
export const circleProblems = (files: readonly SourceFile[]): string[] =>
  circlesOf(importsAmong(files)).map(
    (circle) => `${circle.length} files import each other in a circle: ${circle.join(', ')}`,
  );

/** Features that import one another, however far around: neither can be understood without the other. */
export function ringProblems(files: readonly SourceFile[]): string[] {
  const arrows = new Map<string, string[]>();
  for (const [path, targets] of importsAmong(files.filter((file) => !isTest(file.path)))) {
    const { feature } = placeOf(path);
    if (!feature) continue;
    const others = targets.flatMap((target) => placeOf(target).feature ?? []);
    arrows.set(feature, [...(arrows.get(feature) ?? []), ...others.filter((other) => other !== feature)]);
  }
  return circlesOf(arrows).map((ring) => `features import one another: ${ring.join(', ')}`);
}
