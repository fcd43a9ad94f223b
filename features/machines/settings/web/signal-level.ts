/** Where each bar begins: WiFi is judged by RSSI, mobile networks by RSRP. */
const steps: Readonly<Record<string, readonly number[]>> = {
  wifi: [-85, -75, -67, -55],
  cellular: [-118, -108, -98, -88],
};

/** 0 to 4 bars; undefined when the device has told nothing. A cable is always good. */
export function levelOf(kind: string | null, dbm: number | null): number | undefined {
  if (kind === 'wired') return 4;
  const limits = kind === null ? undefined : steps[kind];
  if (!limits || dbm === null) return undefined;
  return limits.filter((limit) => dbm >= limit).length;
}
