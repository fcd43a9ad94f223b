/** Entries whose name or path holds every word of the query: first names that start with it, then what stands in the menu. */
export function matchEntries<E extends { name: string; path: string; inMenu?: boolean }>(
  entries: readonly E[],
  query: string,
): E[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (entry: E) =>
    (words[0] && entry.name.toLowerCase().startsWith(words[0]) ? 0 : 2) + (entry.inMenu ? 0 : 1);
  return entries
    .filter((entry) => {
      const text = `${entry.name} ${entry.path}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => rank(a) - rank(b));
}
