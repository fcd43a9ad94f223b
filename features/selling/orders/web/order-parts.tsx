import { meaningOf } from '#kit/contract/meaning.ts';
import { moneyText } from '#kit/contract/meaning-text.ts';
import { useText } from '#kit/ui/i18n.ts';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import type { OrderRecord } from '../contract/kinds.ts';
import { type OrderState, type OrderUnit, ordersContract, type PayWay } from '../contract.ts';

const standing = meaningOf(ordersContract.readOrder.output.shape.standing);

export function StateBadge({ state, faulty = false }: { state: OrderState; faulty?: boolean }) {
  return <MeaningView meaning={standing} row={{ standing: faulty ? 'needsHelp' : state }} path="standing" />;
}

/** How an order of a list stands, as the server said it. */
export const OrderStateBadge = ({ order }: { order: Pick<OrderRecord, 'standing'> }) => (
  <MeaningView meaning={standing} row={order} path="standing" />
);

/** Fen as money, coins as pieces. */
export function Amount({ amount, unit }: { amount: number; unit: OrderUnit }) {
  const t = useText();
  return <span>{unit === 'fen' ? moneyText(amount) : t(`kit:pieces.${unit}`, { count: amount })}</span>;
}

export function PayWayName({ payWay }: { payWay: PayWay }) {
  return useText()(`orders:payWayName.${payWay}`);
}
