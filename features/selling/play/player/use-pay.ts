import payRemedies from 'virtual:slots/payRemedies';
import { ordersContract } from '#features/selling/orders/contract.ts';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import type { Remedy } from '#kit/player/answers.ts';
import { useWish } from '#kit/player/wish.ts';
import { navigation } from '#kit/ui/navigation.ts';
import type { Offer, OwnPayWay } from '../contract.ts';
import { progressPath } from './addresses.ts';
import { askBesides } from './ask-besides.ts';

export type Prepared = OutputOf<typeof ordersContract.payForDevice>;
/** What a wish names of what is bought. */
export type Wanted = { packageId?: string; number?: number; lanes?: string };

/** What the page shows that it costs, in what this way pays with. */
export const shownFor = ({ amountFen, payCoins, number }: Offer, way: OwnPayWay): number =>
  way === 'coin' ? (payCoins ?? 0) : way === 'freePlay' || way === 'card' ? (number ?? 1) : amountFen;

let last: Prepared | undefined;

/** What the platform needs, handed to the page that opens it: asking again would take a while. */
export function takePrepared(orderNumber: string): Prepared | undefined {
  const known = last?.orderNumber === orderNumber ? last : undefined;
  last = undefined;
  return known;
}

export const wantedOf = ({ packageId, number }: Offer): Wanted => ({
  ...(packageId !== null && { packageId }),
  ...(number !== null && { number }),
});

/** To where the order is paid and followed. */
export function followOrder(order: Prepared): void {
  last = order;
  navigation.go(progressPath(order.orderNumber));
}

const remedy: Remedy<InputOf<typeof ordersContract.payForDevice>> = async (error, input) => {
  let mended = await askBesides(error, input);
  for (const { filling: mend } of payRemedies) mended ??= await mend(error, input);
  return mended;
};

/** Orders, and goes to where it is paid and followed. Another thing or another way to pay is another wish. */
export function usePay(equipmentId: string) {
  const { wish, busy, refusal } = useWish(ordersContract.payForDevice, { remedy, onMade: followOrder });
  const pay = (wanted: Wanted, payWay: OwnPayWay, shownAmount: number) =>
    wish({ equipmentId, payWay, ...wanted, shownAmount, besides: 'none' });
  return { pay, busy, refusal };
}
