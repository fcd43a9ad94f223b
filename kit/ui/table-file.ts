/** A cell as a file holds it: quoted where it must be, and never a formula that a spreadsheet program would run. */
function cellText(text: string): string {
  const isNumber = /^[-+]?[\d,.]+%?$/.test(text);
  const safe = /^[=+\-@\t]/.test(text) && !isNumber ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The rows of a table as a file that table programs open, in UTF-8 with the mark they look for. */
export const tableFile = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([`\uFEFF${rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`], {
    type: 'text/csv;charset=utf-8',
  });

/** What stands in a table on the page, row by row: a file says what the page says. */
export const rowsOf = (table: HTMLTableElement): string[][] =>
  [...table.rows].map((row) => [...row.cells].map((cell) => (cell.textContent ?? '').trim()));
