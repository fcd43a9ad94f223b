/** Rows that slide from one page to the next while a person scrolls (something new came in on top) show once. */
export function uniqueRows<R>(rows: readonly R[], idOf: (row: R) => string): R[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const id = idOf(row);
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/** Where the focus goes when the arrow (or j, k) is pressed; -1 is "no row yet". */
export function movedIndex(index: number, step: number, count: number): number {
  if (count === 0) return -1;
  if (index < 0) return step > 0 ? 0 : count - 1;
  return Math.min(count - 1, Math.max(0, index + step));
}

export type ListCommand = 'next' | 'previous' | 'open' | 'select' | 'search' | 'none';

/** Which command a key means. Typing in a field, and shortcuts of browser and system, are none of ours. */
export function listCommand(event: {
  key: string;
  modified: boolean;
  typing: boolean;
  inList: boolean;
}): ListCommand {
  if (event.modified || event.typing) return 'none';
  switch (event.key) {
    case 'j':
      return 'next';
    case 'k':
      return 'previous';
    case '/':
      return 'search';
    case 'x':
      return 'select';
    case ' ':
      return event.inList ? 'select' : 'none';
    case 'ArrowDown':
      return event.inList ? 'next' : 'none';
    case 'ArrowUp':
      return event.inList ? 'previous' : 'none';
    case 'Enter':
      return event.inList ? 'open' : 'none';
    default:
      return 'none';
  }
}
