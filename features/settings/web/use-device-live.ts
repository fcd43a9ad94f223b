import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';

const leastPauseMs = 1000;

/** Events that name devices: `device.changed`, `device.event`. */
export function useLiveOfDevice(event: string, endpoint: AnyEndpoint, equipmentId: string): void {
  useLiveInvalidate(
    event,
    endpoint,
    leastPauseMs,
    (data: { ids?: string[] }) => data.ids?.includes(equipmentId) ?? false,
  );
}

/** Answers about the settings of one device follow its changes and its presence. */
export function useLiveSettings(endpoint: AnyEndpoint, equipmentId: string): void {
  useLiveInvalidate(
    'settings.change',
    endpoint,
    leastPauseMs,
    (data: { equipmentId: string }) => data.equipmentId === equipmentId,
  );
  useLiveOfDevice('device.changed', endpoint, equipmentId);
}

export function useLiveCommands(endpoint: AnyEndpoint, equipmentId: string): void {
  useLiveInvalidate(
    'device.command',
    endpoint,
    leastPauseMs,
    (data: { deviceId: string }) => data.deviceId === equipmentId,
  );
}
