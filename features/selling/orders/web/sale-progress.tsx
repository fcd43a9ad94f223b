import { Button, Group, Loader, Paper, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Heading, Hint, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan } from '#kit/ui/session.ts';
import { ordersContract } from '../contract.ts';
import { Amount, StateBadge } from './order-parts.tsx';
import classes from './orders.module.css';

const { readOrderState, readOrder } = ordersContract;
type OrderProgress = OutputOf<typeof readOrderState>;

const open: readonly OrderProgress['state'][] = ['created', 'paid', 'fulfilling', 'refunding'];

interface SaleProps {
  orderNumber: string;
  onAgain: () => void;
}

/** What the machine makes of a sale, as it happens. */
export const SaleProgress = (props: SaleProps) => (
  <Loaded call={[readOrderState, { orderNumber: props.orderNumber }]}>
    {(progress) => <Progress {...props} data={progress} />}
  </Loaded>
);

function Progress({ orderNumber, onAgain, data }: SaleProps & { data: OrderProgress }) {
  const t = useText();
  const maySee = useCan(readOrder);
  const goesOn = open.includes(data.state) && !data.faulty;
  const good = data.state === 'fulfilled';
  return (
    <Paper withBorder>
      <div className={classes.result} role="status" data-state={data.state}>
        {goesOn ? <Loader size={44} /> : <Icon name={good ? 'circle-check' : 'alert-triangle'} size={44} />}
        <Heading size="h3">{data.title}</Heading>
        <span className={classes.amount}>
          <Amount amount={data.amount} unit={data.unit} />
        </span>
        <StateBadge state={data.state} faulty={data.faulty} />
        {data.asked !== null && (
          <Text>{t('orders:pieces.countedOf', { asked: data.asked, counted: data.counted ?? '—' })}</Text>
        )}
        {data.refundedAmount > 0 && (
          <Text fw={600}>
            {t('orders:sale.giveBack')} <Amount amount={data.refundedAmount} unit={data.unit} />
          </Text>
        )}
      </div>
      <Stack gap={4} px="md" pb="md">
        {data.timeline.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the timeline only grows at its end
          <Group key={index} justify="space-between" wrap="nowrap">
            <Text size="sm">{entry.text}</Text>
            <Hint>
              <Time value={entry.at} pattern="H:M:S" />
            </Hint>
          </Group>
        ))}
      </Stack>
      <Group justify="center" pb="lg" px="md">
        {maySee && (
          <Button variant="default" component={Link} to={`/order_detail?orderNumber=${orderNumber}`}>
            {t('orders:sale.order')}
          </Button>
        )}
        <Button onClick={onAgain}>{t('orders:sale.again')}</Button>
      </Group>
    </Paper>
  );
}
