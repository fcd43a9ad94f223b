import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';

/** Answers about devices follow what machines report and what colleagues change. */
export function useDeviceLive(endpoint: AnyEndpoint, everyMs?: number): void {
  useLiveInvalidate('device.changed', endpoint, everyMs);
  useLiveInvalidate('device.listed', endpoint, everyMs);
}
