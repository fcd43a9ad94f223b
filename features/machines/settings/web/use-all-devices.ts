import { useEffect, useMemo } from 'react';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { useInfiniteCall } from '#kit/ui/api.ts';

const pageSize = 500;

/** Every device that can be configured, page after page: choosing among a thousand must not wait for the server. */
export function useAllDevices(type?: DeviceType) {
  const query = useInfiniteCall(fleetContract.listDevices, { type, size: pageSize });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const records = query.data?.records;
  const devices = useMemo(() => records?.filter((device) => device.controlled), [records]);
  return {
    devices,
    complete: query.data !== undefined && !hasNextPage,
    error: query.error,
    refetch: query.refetch,
  };
}
