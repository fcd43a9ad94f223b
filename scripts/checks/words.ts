import type { SourceFile } from './source.ts';

type Table = Record<'zh-cn' | 'en-us', ReadonlyMap<string, string>>;

/** One word per thing: a field that has one name and one Chinese word in several features has one English word too. */
export function wordProblems(table: Table): string[] {
  const labels = [...table['zh-cn']].flatMap(([key, chinese]) => {
    const field = /^[\w-]+:field\.(\w+)$/.exec(key)?.[1];
    return field ? [{ key, thing: `${field} (${chinese})`, english: table['en-us'].get(key) ?? '' }] : [];
  });
  return [...Map.groupBy(labels, ({ thing }) => thing)].flatMap(([thing, alike]) => {
    const words = Map.groupBy(alike, ({ english }) => english);
    const said = [...words].map(([english, of]) => `“${english}” in ${of.map(({ key }) => key).join(', ')}`);
    return words.size > 1 ? [`${thing} has ${words.size} English words: ${said.join('; ')}`] : [];
  });
}

/** Words that people whose English is a second language stumble over, and what to write. */
const hardWords: Record<string, string> = {
  whoever: 'say which person or which code: “the player who pays”, “the caller”',
  anew: 'say “again”',
  crosswise: 'say who waits for whom',
};
const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm;
/** This check names the words itself, and decisions are on record as they were written. */
const isApart = (path: string) => /^scripts\/checks\/|^docs\/decisions\//.test(path);

/** What is said there to people: a paper as a whole, of a source its comments. */
const saidIn = ({ path, text }: SourceFile): string[] =>
  path.endsWith('.md') ? [text] : (text.match(comment) ?? []);

/** Comments, papers and English texts are read by people whose English is a second language. */
export function plainWordProblems(
  files: readonly SourceFile[],
  texts: ReadonlyMap<string, string>,
): string[] {
  const said = [
    ...files.filter(({ path }) => !isApart(path)).map((file) => ({ where: file.path, words: saidIn(file) })),
    ...[...texts].map(([key, text]) => ({ where: key, words: [text] })),
  ];
  return Object.entries(hardWords).flatMap(([word, instead]) => {
    const hard = new RegExp(`\\b${word}\\b`, 'i');
    return said.flatMap(({ where, words }) =>
      words.some((text) => hard.test(text)) ? [`${where} says “${word}”; ${instead}`] : [],
    );
  });
}
