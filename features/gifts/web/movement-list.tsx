import { Text } from '@mantine/core';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { useCall } from '#kit/ui/api.ts';
import { Time } from '#kit/ui/display.tsx';
import { ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import type { MovementRecord } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import { deviceLabel, KindBadge } from './gift-parts.tsx';
import classes from './gifts.module.css';

const shownCount = 20;
const signed = (change: number) => (change > 0 ? `+${change}` : String(change));

/** What a movement changed, seen from the warehouse or from the device. */
export function changeOf(movement: MovementRecord, side: 'warehouse' | 'device') {
  const warehouse = { before: movement.stockBefore, after: movement.stockAfter };
  const device = { before: movement.equipmentStockBefore, after: movement.equipmentStockAfter };
  const [first, second] = side === 'warehouse' ? [warehouse, device] : [device, warehouse];
  const { before, after } = first.after === null ? second : first;
  return { before: before ?? 0, after: after ?? 0, change: (after ?? 0) - (before ?? 0) };
}

function MovementItem({ movement, side }: { movement: MovementRecord; side: 'warehouse' | 'device' }) {
  const t = useText();
  const { before, after, change } = changeOf(movement, side);
  const about = [
    side === 'device' ? movement.giftName : movement.fieldName,
    side === 'warehouse' && movement.equipmentId && deviceLabel(t, movement),
    movement.userName ?? t('gifts:record.byDevice'),
    movement.note,
  ].filter(Boolean);
  return (
    <li className={classes.movement}>
      <span>
        <KindBadge kind={movement.kind} />
      </span>
      <span className={classes.change} data-sign={Math.sign(change)}>
        {signed(change)}
      </span>
      <Text span size="sm" c="dimmed">
        {about.join(' · ')}
      </Text>
      <Text span size="sm" c="dimmed" ta="right" className={classes.figures}>
        {`${before} → ${after}`}
      </Text>
      <Text span size="xs" c="dimmed">
        <Time value={movement.createdAt} />
      </Text>
      {movement.missing > 0 && (
        <Text span size="xs" c="red.9" ta="right">
          {t('gifts:record.missing', { number: movement.missing })}
        </Text>
      )}
    </li>
  );
}

type Filter = Pick<InputOf<typeof giftsContract.listMovements>, 'giftId' | 'equipmentId'>;

/** The newest movements of one gift or one device. */
export function MovementList({ filter, side }: { filter: Filter; side: 'warehouse' | 'device' }) {
  const t = useText();
  const { data, error, refetch } = useCall(giftsContract.listMovements, { ...filter, size: shownCount });
  useLiveInvalidate('gift.', giftsContract.listMovements);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />;
  if (data.records.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('gifts:record.empty')}
      </Text>
    );
  return (
    <ul className={classes.list}>
      {data.records.map((movement) => (
        <MovementItem key={movement.id} movement={movement} side={side} />
      ))}
    </ul>
  );
}
