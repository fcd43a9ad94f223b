import { useAnswer } from '#kit/player/answers.ts';
import { useLive } from '#kit/player/live.ts';
import { handoverContract, ownHandoverChanged } from '../contract.ts';
import { Claim } from './claim.tsx';

/** Of an order of goods: the code for the counter, or how they were sent; of other orders nothing. */
export default function GoodsClaim({
  orderNumber,
  onChanged,
}: {
  orderNumber: string;
  /** the order itself may say something else now */
  onChanged: () => Promise<void>;
}) {
  const { data, again } = useAnswer(handoverContract.readOwnHandover, { orderNumber });
  useLive(ownHandoverChanged, () => void Promise.all([again(), onChanged()]));
  return data ? <Claim goods={data} /> : null;
}
