/** What goes back into the customer's hand, or what is still missing; never both. */
export function changeOf(priceFen: number, givenFen: number): { backFen: number; missingFen: number } {
  return { backFen: Math.max(0, givenFen - priceFen), missingFen: Math.max(0, priceFen - givenFen) };
}

const notesFen = [500, 1000, 2000, 5000, 10_000];

/** What people put on the counter for a price: the price itself and the notes above it. */
export const likelyCash = (priceFen: number): number[] => [
  priceFen,
  ...notesFen.filter((note) => note > priceFen).slice(0, 3),
];
