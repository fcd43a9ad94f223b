export type ShellCommand = 'search' | 'everywhere' | 'keys';

/** What a key means on every page; a list has its own besides. */
export function shellCommand(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
): ShellCommand | undefined {
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' ? 'everywhere' : undefined;
  if (event.key === '/') return 'search';
  return event.key === '?' ? 'keys' : undefined;
}

/** The page's own search, where it has one; pages that are kept out of sight do not count. */
export function focusPageSearch(): boolean {
  const boxes = document.querySelectorAll<HTMLInputElement>('#content input[type=search]');
  const shown = [...boxes].find((box) => box.checkVisibility());
  shown?.focus();
  return shown !== undefined;
}
