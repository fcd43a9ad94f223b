export interface Edited {
  text: string;
  start: number;
  end: number;
}

/** Puts marks around the selection, which stays selected. */
export function wrapSelection(
  text: string,
  start: number,
  end: number,
  before: string,
  after: string,
): Edited {
  return {
    text: text.slice(0, start) + before + text.slice(start, end) + after + text.slice(end),
    start: start + before.length,
    end: end + before.length,
  };
}

/** Starts every selected line with a mark, or takes it away where all of them have it. */
export function prefixLines(text: string, start: number, end: number, prefix: string): Edited {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lines = text.slice(from, end).split('\n');
  const marked = lines.every((line) => line.startsWith(prefix));
  const changed = lines.map((line) => (marked ? line.slice(prefix.length) : prefix + line)).join('\n');
  return {
    text: text.slice(0, from) + changed + text.slice(end),
    start: from,
    end: from + changed.length,
  };
}
