/** The address of a tab: with those parts of this address that both pages keep. */
export function tabAddress(
  path: string,
  search: string,
  here: readonly string[] = [],
  there: readonly string[] = [],
): string {
  const now = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of here) {
    const value = there.includes(name) ? now.get(name) : null;
    if (value) kept.set(name, value);
  }
  return kept.size > 0 ? `${path}?${kept}` : path;
}
