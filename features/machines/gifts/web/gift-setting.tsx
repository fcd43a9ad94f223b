import { useSearchParams } from 'react-router';
import { PlacementDetail } from './placement-detail.tsx';
import { PlacementList } from './placement-list.tsx';

/** Which gift lies in which device: of the whole site, or with `?equipmentId=` of one device. */
export default function GiftSetting() {
  const [query] = useSearchParams();
  const deviceId = query.get('equipmentId');
  return deviceId ? (
    <PlacementDetail key={deviceId} deviceId={deviceId} roundId={query.get('roundId') ?? undefined} />
  ) : (
    <PlacementList />
  );
}
