import { Button, Checkbox, Group, Paper, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { DeviceState } from '#features/machines/fleet/web/public.ts';
import { Hint, StatusBadge, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { StockRecord } from '../contract/stock.ts';
import { LaneBars } from './stock-parts.tsx';
import classes from './vending.module.css';
import { useDeviceName } from './with-device.tsx';

const figures: readonly [tone: Tone, text: string, count: (record: StockRecord) => number][] = [
  ['bad', 'vending:replenish.empty', ({ emptyLanes }) => emptyLanes],
  ['bad', 'vending:replenish.expired', ({ expiredLanes }) => expiredLanes],
  ['waiting', 'vending:replenish.low', ({ lowLanes }) => lowLanes],
  ['waiting', 'vending:replenish.expiring', ({ expiringLanes }) => expiringLanes],
  ['quiet', 'vending:replenish.unset', ({ unsetLanes }) => unsetLanes],
];

/** One machine: every lane at a glance, and how much would go in. */
export function StockCard({
  record,
  chosen,
  onToggle,
}: {
  record: StockRecord;
  chosen: boolean;
  onToggle: (() => void) | undefined;
}) {
  const t = useText();
  const name = useDeviceName()(record);
  return (
    <Paper withBorder className={classes.card} data-chosen={chosen || undefined} component="article">
      <div className={classes.cardHead}>
        {onToggle && (
          <Checkbox
            size="lg"
            checked={chosen}
            onChange={onToggle}
            aria-label={t('vending:replenish.chooseDevice', { name })}
          />
        )}
        <div className={classes.grow}>
          <Text fw={650}>{name}</Text>
          <Hint>{record.fieldName}</Hint>
        </div>
        <DeviceState device={record} />
      </div>
      <LaneBars lanes={record.lanes} />
      <Group gap={6}>
        <Text size="sm" className={classes.figures}>
          {t('vending:stock.of', { stock: record.stock, capacity: record.capacity })}
        </Text>
        {figures
          .filter(([, , count]) => count(record) > 0)
          .map(([tone, text, count]) => (
            <StatusBadge key={text} tone={tone}>
              {t(text, { count: count(record) })}
            </StatusBadge>
          ))}
      </Group>
      <Button variant="light" component={Link} to={`/replenishment?equipmentId=${record.equipmentId}`}>
        {record.missing > 0
          ? t('vending:replenish.fillMissing', { count: record.missing })
          : t('vending:replenish.lanesOf')}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </Paper>
  );
}
