import { Text } from '@mantine/core';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import classes from './orders.module.css';

const { listExchangeStock } = fleetContract;

/** How many coins a changer still has, as it counts them itself. */
export function HopperLevels({ equipmentId }: { equipmentId: string }) {
  const t = useText();
  const may = useCan(listExchangeStock);
  const { data } = useCall(listExchangeStock, { equipmentId }, { enabled: may });
  if (!data || data.length === 0) return null;
  return (
    <ul className={classes.hoppers}>
      {data.map(({ hopper, coins, capacity, low }) => (
        <li key={hopper} className={classes.hopper} data-low={low || undefined}>
          <span className={classes.saleLine}>
            <Text component="span" size="sm" c="dimmed">
              {t('orders:sale.hopper', { number: hopper })}
            </Text>
            <strong>{t('kit:pieces.coin', { count: coins })}</strong>
          </span>
          {capacity !== null && capacity > 0 && (
            <span className={classes.level} aria-hidden="true">
              <span style={{ width: `${Math.min(100, Math.round((coins / capacity) * 100))}%` }} />
            </span>
          )}
          {low && <Text size="sm">{t('orders:sale.hopperLow')}</Text>}
        </li>
      ))}
    </ul>
  );
}
