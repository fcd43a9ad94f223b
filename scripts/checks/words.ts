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

/** Rooms whose comments were rewritten in plain words. A room that becomes clean is added; none is taken out. */
const plainRooms = [
  'kit/',
  'features/base/',
  'features/machines/firmware/',
  'features/machines/gifts/',
  'features/machines/pairing/',
  'features/machines/settings/',
  'features/machines/simcards/',
  'features/machines/vending/',
  'features/money/',
  'features/selling/coins/',
  'features/selling/orders/',
  'features/selling/packages/',
  'features/selling/play/',
  'features/selling/remotecredit/',
  'features/selling/sharing/',
  'features/people/',
  'features/loyalty/',
  'features/insight/alerts/',
  'features/insight/briefings/',
  'features/insight/home/',
  'features/insight/prizes/',
  'features/demo/',
];
/** Words that people whose English is a second language stumble over, and what to write. */
const hardWords: Record<string, string> = {
  whoever: 'say which person or which code: “the player who pays”, “the caller”',
  anew: 'say “again”',
  crosswise: 'say who waits for whom',
};
const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm;

/** Comments are read by people whose English is a second language. */
export const plainWordProblems = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => plainRooms.some((room) => path.startsWith(room)))
    .flatMap(({ path, text }) =>
      Object.entries(hardWords).flatMap(([word, instead]) =>
        (text.match(comment) ?? []).some((words) => new RegExp(`\\b${word}\\b`, 'i').test(words))
          ? [`${path}: a comment says “${word}”; ${instead}`]
          : [],
      ),
    );
