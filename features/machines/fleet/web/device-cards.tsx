import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { fleetContract } from '../contract.ts';
import { DeviceCard } from './device-card.tsx';

interface DeviceCardsProps {
  devices: readonly DeviceRecord[];
  to: (device: DeviceRecord) => string;
  hideSite: boolean;
}

const askedAtOnce = 24;
const usesEveryMs = 60_000;

/** Cards as items of a list. */
export const DeviceCards = ({ devices, to, hideSite }: DeviceCardsProps) =>
  Array.from({ length: Math.ceil(devices.length / askedAtOnce) }, (_, index) => {
    const some = devices.slice(index * askedAtOnce, (index + 1) * askedAtOnce);
    return <Some key={some[0]?.equipmentId} devices={some} to={to} hideSite={hideSite} />;
  });

/** Some cards, which ask together how much their machines were used. */
function Some({ devices, to, hideSite }: DeviceCardsProps) {
  const ids = devices.map(({ equipmentId }) => equipmentId);
  const { data } = useCall(
    fleetContract.readUses,
    { ids },
    { keepPrevious: true, staleMs: usesEveryMs, refetchMs: usesEveryMs },
  );
  const uses = new Map(data?.map(({ equipmentId, hours }) => [equipmentId, hours]));
  return devices.map((device) => (
    <li key={device.equipmentId}>
      <DeviceCard device={device} to={to(device)} hideSite={hideSite} uses={uses.get(device.equipmentId)} />
    </li>
  ));
}
