import { Paper, Text, Timeline, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { KeyValue, StatusBadge, Time, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { RefundState } from '../contract.ts';
import type { WholeOrder } from './order-head.tsx';
import { Amount, MachineName } from './order-parts.tsx';
import classes from './orders.module.css';

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

const open: readonly WholeOrder['state'][] = ['created', 'paid', 'fulfilling', 'refunding'];

/** What happened, in whole sentences, the newest at the end; a pulse while it goes on. */
export function OrderTimeline({ order }: { order: WholeOrder }) {
  const t = useText();
  const goesOn = open.includes(order.state);
  return (
    <Section title={t('orders:detail.timeline')}>
      <Timeline bulletSize={22} lineWidth={2} active={order.timeline.length - 1} aria-live="polite">
        {order.timeline.map((entry, index) => (
          <Timeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: the timeline only grows at its end
            key={index}
            bullet={
              <Icon name={goesOn && index === order.timeline.length - 1 ? 'clock' : 'check'} size={13} />
            }
            title={entry.text}
          >
            <Text size="sm" c="dimmed">
              <Time value={entry.at} pattern="m-d H:M:S" />
              {entry.userName && ` · ${entry.userName}`}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {order.deadlineAt && goesOn && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('orders:detail.deadline')} <Time value={order.deadlineAt} />
        </Text>
      )}
    </Section>
  );
}

export function OrderFacts({ order }: { order: WholeOrder }) {
  const t = useText();
  const amount = (value: number) => <Amount amount={value} unit={order.unit} />;
  const counted =
    order.asked === null
      ? undefined
      : t('orders:detail.countedOf', { asked: order.asked, counted: order.counted ?? '—' });
  return (
    <Section title={t('orders:detail.facts')}>
      {order.items.map((item) => (
        <div key={`${item.name} ${item.lane ?? ''}`} className={classes.line}>
          <span>
            {item.name} × {item.quantity}
          </span>
          {amount(item.amount)}
        </div>
      ))}
      <KeyValue
        rows={[
          { label: t('orders:field.kind'), value: t(`orders:kindName.${order.kind}`) },
          { label: t('orders:field.site'), value: order.fieldName },
          { label: t('orders:field.machine'), value: <MachineName order={order} /> },
          { label: t('orders:detail.pieces'), value: counted },
          { label: t('orders:field.player'), value: order.playerName },
          { label: t('orders:field.phone'), value: order.playerPhone },
          { label: t('orders:field.staff'), value: order.userName },
          { label: t('orders:detail.delivered'), value: amount(order.fulfilledAmount) },
          { label: t('orders:field.refunded'), value: amount(order.refundedAmount) },
          ...(order.collectedDirectly
            ? [{ label: t('orders:detail.collector'), value: t('orders:detail.ownNumber') }]
            : []),
          { label: t('orders:field.fee'), value: <Amount amount={order.feeFen} unit="fen" /> },
          { label: t('orders:field.createdAt'), value: <Time value={order.createdAt} /> },
          { label: t('orders:field.paidAt'), value: <Time value={order.paidAt} /> },
        ]}
      />
    </Section>
  );
}

const refundTones: Record<RefundState, Tone> = { requested: 'waiting', done: 'good', failed: 'bad' };

export function OrderRefunds({ order }: { order: WholeOrder }) {
  const t = useText();
  if (order.refunds.length === 0) return null;
  return (
    <Section title={t('orders:detail.refunds')}>
      {order.refunds.map((refund) => (
        <div key={refund.id} className={classes.line}>
          <span>
            <Text component="span" size="sm" display="block">
              {refund.reason}
            </Text>
            <Text component="span" size="sm" c="dimmed">
              <Time value={refund.createdAt} /> · {refund.userName ?? t('orders:detail.automatic')}
            </Text>
          </span>
          <span>
            <Amount amount={refund.amount} unit={order.unit} />{' '}
            <StatusBadge tone={refundTones[refund.state]}>
              {t(`orders:refundStateName.${refund.state}`)}
            </StatusBadge>
          </span>
        </div>
      ))}
    </Section>
  );
}

/** The movements in the books, for those who want to see every fen. */
export function OrderBooks({ order }: { order: WholeOrder }) {
  const t = useText();
  if (order.entries.length === 0) return null;
  return (
    <Section title={t('orders:detail.books')}>
      {order.entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: booked entries never move
        <div key={index} className={classes.line}>
          <span>
            <Text component="span" size="sm" display="block">
              {entry.account}
            </Text>
            <Text component="span" size="sm" c="dimmed">
              <Time value={entry.at} pattern="m-d H:M:S" />
            </Text>
          </span>
          <Amount amount={entry.amount} unit={entry.unit === 'fen' ? 'fen' : 'coin'} signed />
        </div>
      ))}
    </Section>
  );
}
