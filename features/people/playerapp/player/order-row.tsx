import type { OwnOrder } from '#features/selling/orders/contract.ts';
import { Row } from '#kit/player/list.tsx';
import { Badge, type Tone } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { momentText, SignedAmount, Whole } from './own-texts.tsx';

export const ordersPath = '/program/my/OrdersCenter';
export const orderAddress = (orderNumber: string) =>
  `${ordersPath}/OrderDetails?${new URLSearchParams({ orderNumber })}`;

const tones: Partial<Record<OwnOrder['standing'], Tone>> = {
  paid: 'good',
  fulfilled: 'good',
  partlyFulfilled: 'warn',
  partlyRefunded: 'warn',
  refunding: 'warn',
  needsHelp: 'warn',
};

/** Goods of the shop: the order is settled when they are paid, but the player still waits for them. */
export const isOfShop = ({ kind, equipmentNo }: Pick<OwnOrder, 'kind' | 'equipmentNo'>) =>
  kind === 'goods' && equipmentNo === null;

/** In a player's words: nothing needs help, somebody looks into it. */
export function OrderBadge({ order }: { order: Pick<OwnOrder, 'standing' | 'kind' | 'equipmentNo'> }) {
  const t = useText();
  const standing = order.standing === 'fulfilled' && isOfShop(order) ? 'paid' : order.standing;
  return <Badge tone={tones[standing] ?? 'plain'}>{t(`playerapp:standing.${standing}`)}</Badge>;
}

export const placeText = (order: Pick<OwnOrder, 'fieldName' | 'merchantName'>) =>
  order.fieldName ?? order.merchantName;

export function OrderRow({ order, onClick }: { order: OwnOrder; onClick?: () => void }) {
  return (
    <Row
      title={order.title}
      value={<SignedAmount unit={order.unit} amount={order.totalAmount} plain />}
      note={<Whole parts={[momentText(order.createdAt), placeText(order)]} />}
      state={<OrderBadge order={order} />}
      {...(onClick ? { onClick } : { to: orderAddress(order.orderNumber) })}
    />
  );
}
