/** 1.10.0 is newer than 1.9.3. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** What a version is made for. */
export interface Fit {
  type: string;
  /** empty: every model */
  model: string;
  /** none: every revision of the board */
  hardware: readonly string[];
}

/** A device that has not told its model or board gets only what fits all of them. */
export const fits = (
  image: Fit,
  device: { type: string; model: string | null; hardware: string | null },
): boolean =>
  image.type === device.type &&
  (image.model === '' || image.model === device.model) &&
  (image.hardware.length === 0 || (device.hardware !== null && image.hardware.includes(device.hardware)));

export interface Newest extends Fit {
  version: string;
}

const fitKey = ({ type, model, hardware }: Fit) => JSON.stringify([type, model, hardware]);

/** The newest version of everything that versions are made for. */
export function newestByFit(images: readonly Newest[]): Newest[] {
  const newest = new Map<string, Newest>();
  for (const { type, model, hardware, version } of images) {
    const key = fitKey({ type, model, hardware });
    if (compareVersions(version, newest.get(key)?.version ?? '0.0.0') > 0)
      newest.set(key, { type, model, hardware, version });
  }
  return [...newest.values()];
}

/** The newest that fits a device. */
export const latestFor = (
  newest: readonly Newest[],
  device: Parameters<typeof fits>[1],
): string | undefined =>
  newest
    .filter((image) => fits(image, device))
    .map(({ version }) => version)
    .sort(compareVersions)
    .at(-1);
