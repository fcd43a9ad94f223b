import { Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { Time } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { ordersContract } from '../contract.ts';
import { Amount, StateBadge } from './order-parts.tsx';
import { searchInput } from './order-search.ts';
import classes from './orders.module.css';
import { SearchBox } from './search-box.tsx';

const { listOrders } = ordersContract;

/** The latest orders to choose from, or those of a number or phone. */
export function FindOrder({ to }: { to: (orderNumber: string) => string }) {
  const t = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { data, error, refetch } = useCall(
    listOrders,
    { size: 20, ...searchInput(query.get('q') ?? '') },
    { keepPrevious: true },
  );
  return (
    <Stack gap="sm" maw={720}>
      <Text c="dimmed">{t('orders:list.choose')}</Text>
      <SearchBox hint="orders:list.search" />
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton />
        )
      ) : data.records.length === 0 ? (
        <EmptyState title={t('orders:list.empty')} hint={t('orders:list.emptyHint')} />
      ) : (
        <Paper withBorder component="ul" className={classes.choices}>
          {data.records.map((order) => (
            <li key={order.id}>
              <UnstyledButton className={classes.choice} onClick={() => void navigate(to(order.orderNumber))}>
                <span className={classes.choiceText}>
                  <Text component="span" fw={600} display="block" truncate>
                    {order.title}
                  </Text>
                  <Text component="span" size="sm" c="dimmed" display="block">
                    <Time value={order.createdAt} /> · <Amount amount={order.amount} unit={order.unit} />
                  </Text>
                </span>
                <StateBadge state={order.state} />
              </UnstyledButton>
            </li>
          ))}
        </Paper>
      )}
    </Stack>
  );
}
