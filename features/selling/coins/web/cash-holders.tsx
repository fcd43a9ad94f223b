import { Button, Paper, Text } from '@mantine/core';
import { Link } from 'react-router';
import { ordersContract } from '#features/selling/orders/contract.ts';
import choices from '#kit/pages/choices.module.css';
import { Money, StatusBadge, Time } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan } from '#kit/ui/session.ts';
import { coinsContract } from '../contract.ts';

const { listHolders } = coinsContract;

export function CashHolders() {
  const t = useText();
  const maySell = useCan(ordersContract.sellAtCounter);
  return (
    <Loaded call={[listHolders, {}]} skeleton="list">
      {(holders) =>
        holders.length === 0 ? (
          <EmptyState
            title={t('coins:cashier.nobody')}
            hint={t('coins:cashier.nobodyHint')}
            action={
              maySell && (
                <Button component={Link} to="/counter_sale" variant="light">
                  {t('coins:cashier.sell')}
                </Button>
              )
            }
          />
        ) : (
          <Paper withBorder component="ul" className={choices.choices}>
            {holders.map((holder) => (
              <li key={holder.userId}>
                <Link to={`?userId=${holder.userId}`} className={choices.choice}>
                  <span className={choices.text}>
                    <Text component="span" fw={600} display="block" truncate>
                      {holder.userName}
                    </Text>
                    <Text component="span" size="sm" c="dimmed" display="block">
                      {t('coins:cashier.since', { count: holder.takings })} <Time value={holder.oldestAt} />
                    </Text>
                  </span>
                  <span className={choices.end}>
                    <Text component="span" fw={650} size="lg" display="block">
                      <Money fen={holder.amountFen} />
                    </Text>
                    {holder.rejected > 0 && (
                      <StatusBadge tone="bad">
                        {t('coins:cashier.rejectedCount', { count: holder.rejected })}
                      </StatusBadge>
                    )}
                  </span>
                  <Icon name="chevron-right" />
                </Link>
              </li>
            ))}
          </Paper>
        )
      }
    </Loaded>
  );
}
