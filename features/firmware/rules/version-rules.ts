/** 1.10.0 is newer than 1.9.3. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The newest version of each type of device. */
export function newestByType<T extends string>(
  images: readonly { type: T; version: string }[],
): Map<T, string> {
  const newest = new Map<T, string>();
  for (const { type, version } of images)
    if (compareVersions(version, newest.get(type) ?? '0.0.0') > 0) newest.set(type, version);
  return newest;
}
