import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { useOpenDay } from '#features/base/sites/web/public.ts';
import { Heading, Hint, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan, useSession } from '#kit/ui/session.ts';
import { ordersContract } from '../contract.ts';
import { Amount, OrderStateBadge } from './order-parts.tsx';
import classes from './orders.module.css';

const { listOrders } = ordersContract;
const shown = 8;

/** What the person at the counter sold today, newest first, each with how it ended. */
export function RecentSales() {
  const t = useText();
  const user = useSession();
  const maySee = useCan(listOrders);
  const today = useOpenDay();
  if (!user || !maySee || !today) return null;
  return (
    <section className={classes.panel}>
      <Heading>{t('orders:sale.recent')}</Heading>
      <Loaded
        call={[listOrders, { payWay: 'counter', userId: user.id, from: today, to: today, size: shown }]}
      >
        {({ records }) =>
          records.length === 0 ? (
            <Hint>{t('orders:sale.noneYet')}</Hint>
          ) : (
            <ul className={classes.sales}>
              {records.map((order) => (
                <li key={order.id}>
                  <Link to={`/order_detail?orderNumber=${order.orderNumber}`} className={classes.sale}>
                    <span className={classes.saleLine}>
                      <strong>{order.title}</strong>
                      <strong>
                        <Amount amount={order.totalAmount} unit={order.unit} />
                      </strong>
                    </span>
                    <span className={classes.saleLine}>
                      <Text component="span" size="sm" c="dimmed">
                        <Time value={order.createdAt} pattern="H:M" />{' '}
                        {order.equipmentNo !== null &&
                          t('orders:sale.machineNo', { number: order.equipmentNo })}
                      </Text>
                      <OrderStateBadge order={order} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
