/**
 * An order that a player's balance pays may be paid partly out of value that was bought with cash. That part is used
 * first, whatever is delivered and given back in however many parts: of what the merchant keeps, cash is a function.
 */
interface PartlyCash {
  cashAmount: number;
}

export const cashOf = ({ cashAmount }: PartlyCash, keptAmount: number): number =>
  Math.min(keptAmount, cashAmount);

/** The cash in what is kept more when `after` is kept and not `before`. */
export const cashBetween = (order: PartlyCash, before: number, after: number): number =>
  cashOf(order, after) - cashOf(order, before);
