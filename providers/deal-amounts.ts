/**
 * What one use of a code with several is worth: the amount is divided so that the uses add up to the whole, to the fen.
 * `use` counts from 0.
 */
export const shareOfUse = (wholeFen: number, uses: number, use: number): number =>
  Math.floor((wholeFen * (use + 1)) / uses) - Math.floor((wholeFen * use) / uses);
