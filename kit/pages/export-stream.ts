/** Counts the rows of a CSV as it streams: line ends outside quotes. The first line names the columns. */
export function createRowCounter() {
  let quoted = false;
  let lines = 0;
  return {
    add(chunk: Uint8Array): number {
      for (const byte of chunk) {
        if (byte === 0x22) quoted = !quoted;
        else if (byte === 0x0a && !quoted) lines += 1;
      }
      return Math.max(0, lines - 1);
    },
  };
}

/** A column of the file: its label is already in the user's language. */
export interface ExportColumn {
  key: string;
  label: string;
}

/** The address of the export: the same list call, run to its end by the server under the caller's rights. */
export function exportPath(
  listPath: string,
  options: { format: 'csv' | 'xlsx'; name: string; offsetMinutes: number },
  columns: readonly ExportColumn[],
  input: Record<string, unknown>,
): string {
  const filters = Object.entries(input)
    .filter(([name, value]) => value !== undefined && value !== null && name !== 'current' && name !== 'size')
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]);
  const query = new URLSearchParams({
    path: listPath,
    format: options.format,
    name: options.name,
    offsetMinutes: String(options.offsetMinutes),
    columns: JSON.stringify(columns),
    query: JSON.stringify(Object.fromEntries(filters)),
  });
  return `/api/export?${query}`;
}

/** The name the server gave the file, in either form of the header. */
export function fileNameOf(header: string | null, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return fallback;
    }
  }
  return /filename="?([^";]+)"?/i.exec(header ?? '')?.[1] ?? fallback;
}
