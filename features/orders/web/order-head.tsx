import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct } from '#kit/ui/api.ts';
import { useAskText } from '#kit/ui/ask-text.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { ordersContract } from '../contract.ts';
import { Amount, isFaulty, PayWayName, StateBadge } from './order-parts.tsx';
import classes from './orders.module.css';
import { RefundSheet } from './refund-sheet.tsx';

const { readOrder, refundByNumber, resolveFault, retryRefund, listFaults, listOrders } = ordersContract;
export type WholeOrder = OutputOf<typeof readOrder>;

/** What it is, how much, how it stands, and what may be done now. */
export function OrderHead({ order }: { order: WholeOrder }) {
  const t = useText();
  const faulty = isFaulty(order);
  return (
    <Paper withBorder p="md" component="section">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h3">
            {order.title}
          </Title>
          <Text size="sm" c="dimmed">
            {t('orders:field.number')} {order.orderNumber}
          </Text>
        </div>
        <div style={{ flex: 'none' }}>
          <StateBadge state={order.state} faulty={faulty} />
        </div>
      </Group>
      <Group justify="space-between" align="flex-end" mt="sm">
        <span className={classes.amount}>
          <Amount amount={order.paidAmount || order.amount} unit={order.unit} />
        </span>
        <Text size="sm" c="dimmed">
          <PayWayName payWay={order.payWay} />
        </Text>
      </Group>
      {faulty && order.fault && (
        <Text mt="sm" role="alert">
          <strong>{t(`orders:fault.${order.fault}.name`)}</strong> {t(`orders:fault.${order.fault}.help`)}
        </Text>
      )}
      <OrderActions order={order} />
    </Paper>
  );
}

function OrderActions({ order }: { order: WholeOrder }) {
  const t = useText();
  const { ask, dialog } = useAskText();
  const [refunding, setRefunding] = useState(false);
  const mayRefund = useCan(refundByNumber);
  const options = { invalidates: [readOrder, listFaults, listOrders], success: 'orders:resolve.done' };
  const resolve = useAct(resolveFault, options);
  const again = useAct(retryRefund, options);
  const settle = async (way: 'redispense' | 'confirm' | 'note') => {
    const reason = await ask({
      title: t(`orders:resolve.${way}.title`),
      hint: t(`orders:resolve.${way}.hint`),
      label: t('orders:refund.reason'),
      required: true,
    });
    if (reason) resolve.mutate({ id: order.id, way, reason });
  };
  const { can } = order;
  const ways = (['redispense', 'confirm', 'note'] as const).filter((way) => can[way]);
  return (
    <Group mt="md" gap="sm">
      {mayRefund &&
        ways.map((way) => (
          <Button
            key={way}
            mih={44}
            variant={way === 'redispense' ? 'filled' : 'default'}
            loading={resolve.isPending}
            onClick={() => void settle(way)}
          >
            {t(`orders:resolve.${way}.action`)}
          </Button>
        ))}
      {mayRefund && order.fault === 'refundFailed' && isFaulty(order) && (
        <Button
          mih={44}
          loading={again.isPending}
          onClick={() => again.mutate({ orderNumber: order.orderNumber })}
        >
          {t('orders:resolve.retry')}
        </Button>
      )}
      {mayRefund && can.refund && (
        <Button mih={44} variant="default" onClick={() => setRefunding(true)}>
          {t('orders:action.refund')}
        </Button>
      )}
      {order.paidAt && (
        <Button
          mih={44}
          variant="subtle"
          leftSection={<Icon name="receipt" />}
          component={Link}
          to={`/paySuccess?orderNumber=${order.orderNumber}`}
        >
          {t('orders:action.receipt')}
        </Button>
      )}
      <RefundSheet
        orderNumber={refunding ? order.orderNumber : undefined}
        onClose={() => setRefunding(false)}
      />
      {dialog}
    </Group>
  );
}
