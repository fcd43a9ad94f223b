import { registerSearch } from '#features/base/lists/server/public.ts';
import { sayFor } from '#kit/server/context.ts';
import type { Services } from '#kit/server/services.ts';
import { ordersContract } from '../../contract.ts';
import { listOrders } from './read-handlers.ts';

const { listOrders: endpoint } = ordersContract;

/** Numbers begin with the day: fewer digits would name half of all orders. */
const fewestDigits = 6;

/** Orders by their number or how it begins, and those who ordered by their whole phone number. */
export function searchOrders(services: Services): void {
  registerSearch(services, {
    kind: 'order',
    endpoint,
    handler: listOrders,
    input: (text) => (text.length < fewestDigits ? undefined : { orderNumber: text }),
    hits: ({ records }, text, context) =>
      records.map(({ id, orderNumber, title, standing }) => ({
        id,
        title: orderNumber,
        note: [title, sayFor(context)(`orders:stateName.${standing}`)].filter(Boolean).join(' · '),
        path: `/order_detail?orderNumber=${orderNumber}`,
        exact: orderNumber === text,
      })),
  });
  registerSearch(services, {
    kind: 'member',
    endpoint,
    handler: listOrders,
    input: (text) => ({ phone: text }),
    hits: ({ records }, text) => {
      const members = new Map(records.map((record) => [record.playerId, record]));
      return [...members.values()].flatMap(({ playerId, playerName, playerPhone }) =>
        playerId
          ? [
              {
                id: playerId,
                title: playerName || playerPhone || '',
                note: playerPhone ?? '',
                path: `/order_center?q=${text}`,
                exact: true,
              },
            ]
          : [],
      );
    },
  });
}
