import payRemedies from 'virtual:slots/payRemedies';
import { useRef } from 'react';
import { ordersContract } from '#features/selling/orders/contract.ts';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { newRequestId } from '#kit/kernel/request-id.ts';
import { type Remedy, useSend } from '#kit/player/answers.ts';
import { navigation } from '#kit/ui/navigation.ts';
import type { Offer, OwnPayWay } from '../contract.ts';
import { progressPath } from './addresses.ts';
import { askBesides } from './ask-besides.ts';

export type Prepared = OutputOf<typeof ordersContract.payForDevice>;
/** What a wish names of what is bought. */
export type Wanted = Pick<Offer, 'id'> & { packageId?: string; number?: number; lanes?: string };

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

export const wantedOf = ({ id, packageId, number }: Offer): Wanted => ({
  id,
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
  const { send, busy, refusal } = useSend(ordersContract.payForDevice, { remedy });
  const wish = useRef({ what: '', id: newRequestId() });
  const pay = async ({ id, ...wanted }: Wanted, payWay: OwnPayWay, shownAmount: number) => {
    const what = `${id} ${payWay} ${shownAmount}`;
    if (wish.current.what !== what) wish.current = { what, id: newRequestId() };
    const order = await send({
      equipmentId,
      payWay,
      ...wanted,
      shownAmount,
      besides: 'none',
      requestId: wish.current.id,
    });
    if (!order) return;
    // whoever comes back and pays again wants it again
    wish.current = { what: '', id: newRequestId() };
    followOrder(order);
  };
  return { pay, busy, refusal };
}
