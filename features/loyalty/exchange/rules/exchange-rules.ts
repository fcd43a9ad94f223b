/** What a line asks for, and what a piece of it costs. */
export interface PricedLine {
  goodName: string;
  variantName: string;
  pieces: number;
  pricePoints: number;
  priceTickets: number;
  priceFen: number;
}

export interface ExchangeSum {
  points: number;
  tickets: number;
  amountFen: number;
}

export function sumOfLines(lines: readonly PricedLine[]): ExchangeSum {
  const sum = (of: (line: PricedLine) => number) =>
    lines.reduce((total, line) => total + of(line) * line.pieces, 0);
  return {
    points: sum(({ pricePoints }) => pricePoints),
    tickets: sum(({ priceTickets }) => priceTickets),
    amountFen: sum(({ priceFen }) => priceFen),
  };
}

/** More than a column holds, and more than anybody owns. */
const mostOfUnit = 1_000_000_000;
export const isTooMuch = ({ points, tickets, amountFen }: ExchangeSum): boolean =>
  Math.max(points, tickets, amountFen) > mostOfUnit;

/** Whether the merchant wants the payment password for it. Money has the player's own limit. */
export const isAbove = ({ points, tickets }: ExchangeSum, passwordAbove: number | null): boolean =>
  passwordAbove !== null && Math.max(points, tickets) > passwordAbove;

export const nameOf = ({ goodName, variantName }: Pick<PricedLine, 'goodName' | 'variantName'>): string =>
  [goodName, variantName].filter(Boolean).join(' ');

/** Names as the merchant wrote them, in one line. */
export const goodsText = (lines: readonly PricedLine[]): string =>
  lines.map((line) => `${nameOf(line)} ×${line.pieces}`).join('、');

interface Limits {
  perPlayer: number | null;
  perPlayerDay: number | null;
  perDay: number | null;
}

/** How many more the player may have; null: no limit. `own`: ever, `ownToday`: on the day, `today`: all players together. */
export function leftOf(
  { perPlayer, perPlayerDay, perDay }: Limits,
  taken: { own: number; ownToday: number; today: number },
): number | null {
  const rests = [
    ...(perPlayer === null ? [] : [perPlayer - taken.own]),
    ...(perPlayerDay === null ? [] : [perPlayerDay - taken.ownToday]),
    ...(perDay === null ? [] : [perDay - taken.today]),
  ];
  return rests.length === 0 ? null : Math.max(0, Math.min(...rests));
}

/** A day before it goes back; where it waits for a day only, not before a third of that is over. */
const reminderMs = 24 * 3_600_000;
export const isReminderDue = (
  { createdAt, waitsUntil }: { createdAt: Date; waitsUntil: Date },
  now: Date,
): boolean => {
  const leftMs = waitsUntil.getTime() - now.getTime();
  const waitsMs = waitsUntil.getTime() - createdAt.getTime();
  return leftMs > 0 && leftMs <= Math.min(reminderMs, (waitsMs * 2) / 3);
};
