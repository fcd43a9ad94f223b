/** Rows of a CSV as RFC 4180 writes it: quotes around what needs them, doubled inside. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const source = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index] as string;
    if (quoted && character === '"' && source[index + 1] === '"') {
      cell += '"';
      index += 1;
    } else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === ',' || character === '\n')) {
      rows.at(-1)?.push(cell);
      cell = '';
      if (character === '\n') rows.push([]);
    } else cell += character;
  }
  rows.at(-1)?.push(cell);
  return rows.filter((row) => row.length > 1 || row[0] !== '');
}
