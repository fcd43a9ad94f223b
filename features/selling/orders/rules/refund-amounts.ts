/** What of an order may go back, and from where. Pure: no order can give back a fen twice. */
export interface OrderAmounts {
  paidAmount: number;
  /** gross, of what was delivered */
  fulfilledAmount: number;
  refundedAmount: number;
}

export interface RefundParts {
  /** never delivered: it waits in `pending` */
  undelivered: number;
  /** had been the merchant's */
  delivered: number;
  /** what the merchant keeps of the delivered amount, before and after */
  keptBefore: number;
  keptAfter: number;
}

export const refundableAmount = ({ paidAmount, refundedAmount }: OrderAmounts): number =>
  paidAmount - refundedAmount;

/** Paid, and neither delivered nor given back. Refunds take this first. */
export const undeliveredAmount = ({ paidAmount, fulfilledAmount, refundedAmount }: OrderAmounts): number =>
  Math.max(0, paidAmount - fulfilledAmount - refundedAmount);

export const keptAmount = (order: OrderAmounts): number =>
  order.paidAmount - order.refundedAmount - undeliveredAmount(order);

export function refundParts(order: OrderAmounts, amount: number): RefundParts {
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > refundableAmount(order))
    throw new RangeError(`refund of ${amount} out of ${refundableAmount(order)}`);
  const undelivered = Math.min(amount, undeliveredAmount(order));
  const delivered = amount - undelivered;
  const keptBefore = keptAmount(order);
  return { undelivered, delivered, keptBefore, keptAfter: keptBefore - delivered };
}
