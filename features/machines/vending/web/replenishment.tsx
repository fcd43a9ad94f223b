import '#kit/ui/all-styles.ts';
import { useSearchParams } from 'react-router';
import { FillDevice } from './fill-device.tsx';
import { RoundPage } from './round-page.tsx';
import { StockList } from './stock-list.tsx';

/** Machines by need; `?roundId=` a round, `?equipmentId=` one machine (with both: a stop of the round). */
export default function Replenishment() {
  const [query] = useSearchParams();
  const equipmentId = query.get('equipmentId');
  const roundId = query.get('roundId') ?? undefined;
  if (equipmentId) return <FillDevice key={equipmentId} equipmentId={equipmentId} roundId={roundId} />;
  if (roundId) return <RoundPage key={roundId} id={roundId} />;
  return <StockList />;
}
