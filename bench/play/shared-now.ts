/** Milliseconds with fractions on the clock that all processes of a machine share. */
export const sharedNowMs = () => Number(process.hrtime.bigint()) / 1e6;
