/** What a line asks for, and what a piece of it costs. */
export interface PricedLine {
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
export const isAbove = (
  { points, tickets }: Pick<ExchangeSum, 'points' | 'tickets'>,
  passwordAbove: number | null,
): boolean => passwordAbove !== null && Math.max(points, tickets) > passwordAbove;
