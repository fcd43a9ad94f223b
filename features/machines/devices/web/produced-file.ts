import type { ProducedIdentity } from '../contract/production.ts';

const columns = ['code', 'type', 'model', 'claimPin', 'generation', 'secret'] as const;

/** Codes, pins and secrets for the factory. Models are free text: quoted, and never a formula. */
export function identitiesCsv(list: readonly ProducedIdentity[]): string {
  const cell = (value: string | number) => {
    const text = String(value).replace(/^[=+\-@\t\r]/, "'$&");
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns.join(','), ...list.map((row) => columns.map((name) => cell(row[name])).join(','))];
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
