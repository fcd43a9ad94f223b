/** Money is an integer number of fen everywhere; yuan exist only on screens. */
export function formatFen(fen: number): string {
  const sign = fen < 0 ? '-' : '';
  const absolute = Math.abs(fen);
  const yuan = String(Math.floor(absolute / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}${yuan}.${String(absolute % 100).padStart(2, '0')}`;
}

/** Reads what a person typed ("12", "12.5", "1,200.30"); undefined when it is not an amount of whole fen. */
export function parseYuan(text: string): number | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(',', ''));
  if (!match) return undefined;
  const fen = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? 0 - fen : fen;
}
