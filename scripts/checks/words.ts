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
