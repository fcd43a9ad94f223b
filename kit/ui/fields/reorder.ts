/** A copy with the item at `from` standing at `to`; positions outside the list change nothing. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const result = [...items];
  if (from < 0 || from >= items.length || to < 0 || to >= items.length) return result;
  const [item] = result.splice(from, 1);
  result.splice(to, 0, item as T);
  return result;
}
