/** Basis points as people read them: 3550 is 35.5%. */
export const percentOf = (basisPoints: number): string => `${Number((basisPoints / 100).toFixed(2))}%`;
