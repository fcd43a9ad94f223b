export interface Size {
  width: number;
  height: number;
}

/** The largest size with the same proportions inside a square; never larger than the picture itself. */
export function fitWithin({ width, height }: Size, maxSidePx: number): Size {
  const scale = Math.min(1, maxSidePx / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The next attempt for a picture that is still too heavy: bytes grow with the area, so the side shrinks with
 * the root of the excess, and a little more to arrive.
 */
export function smallerSide(sidePx: number, bytes: number, maxBytes: number): number {
  return Math.max(1, Math.floor(sidePx * Math.min(0.9, Math.sqrt(maxBytes / bytes) * 0.95)));
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB'];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value >= 10 ? Math.round(value) : Math.round(value * 10) / 10} ${units[unit]}`;
}
