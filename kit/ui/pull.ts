/** Pull to refresh: the sheet follows the finger with resistance, and lets go beyond the threshold. */
export const pullThresholdPx = 64;
const resistance = 0.45;
const maxPx = 110;

export const pulledPx = (fingerPx: number) => Math.min(maxPx, Math.max(0, fingerPx * resistance));
export const isPulledEnough = (fingerPx: number) => pulledPx(fingerPx) >= pullThresholdPx;
