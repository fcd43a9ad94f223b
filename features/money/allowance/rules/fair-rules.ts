/** Something that is sold or promised: what one gets, and what one pays or does for it. */
export interface Offer {
  /** what people call it */
  label: string;
  worthFen: number;
  priceFen: number;
  /** what it said before: who makes it dearer, or only gives it another name, gives nothing away */
  before?: { worthFen: number; priceFen: number } | undefined;
  /** more people get it than before, or more often: as good as a new one */
  wider?: boolean | undefined;
}

/** Up to so many times its price an offer is a bargain; beyond it gives something away, as often as somebody takes it. */
export const fairTimes = 3;

const isFarAbove = ({ worthFen, priceFen }: Pick<Offer, 'worthFen' | 'priceFen'>): boolean =>
  worthFen > priceFen * fairTimes;

/** Whether an offer gives far more than it costs, and more than it did, or to more people. */
export const givesAway = (offer: Offer): boolean =>
  isFarAbove(offer) &&
  (!offer.before ||
    offer.wider ||
    offer.worthFen * offer.before.priceFen > offer.before.worthFen * offer.priceFen);

/** A discount, judged on a hundred yuan: what is left to pay of them, in fen, is its basis points. */
export const discountOffer = (label: string, basisPoints: number, before?: number): Offer => ({
  label,
  worthFen: 10_000,
  priceFen: basisPoints,
  before: before === undefined ? undefined : { worthFen: 10_000, priceFen: before },
});

/**
 * Points that come back for what was paid: a third of `fairTimes` is where they are worth all of it, so that nobody earns
 * by paying.
 */
export const rateOffer = (
  label: string,
  paidFen: number,
  pointsWorthFen: number,
  before?: number,
): Offer => ({
  label,
  worthFen: pointsWorthFen * fairTimes,
  priceFen: paidFen,
  before: before === undefined ? undefined : { worthFen: before * fairTimes, priceFen: paidFen },
});
