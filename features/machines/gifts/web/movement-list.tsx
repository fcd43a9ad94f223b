import { Text } from '@mantine/core';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { meaningOf } from '#kit/contract/meaning.ts';
import { Hint, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { MeaningView, wordsOf } from '#kit/ui/meaning-view.tsx';
import { type MovementRecord, movementRecord } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import classes from './gifts.module.css';

type Side = 'warehouse' | 'device';

const shownCount = 20;
const kind = meaningOf(movementRecord.shape.kind);
const signed = (change: number) => (change > 0 ? `+${change}` : String(change));

/** What a movement changed, seen from the warehouse or from the device. */
function changeOf(movement: MovementRecord, side: Side) {
  const warehouse = { before: movement.stockBefore, after: movement.stockAfter };
  const device = { before: movement.equipmentStockBefore, after: movement.equipmentStockAfter };
  const [first, second] = side === 'warehouse' ? [warehouse, device] : [device, warehouse];
  const { before, after } = first.after === null ? second : first;
  return { before: before ?? 0, after: after ?? 0, change: (after ?? 0) - (before ?? 0) };
}

function MovementItem({ movement, side }: { movement: MovementRecord; side: Side }) {
  const t = useText();
  const { before, after, change } = changeOf(movement, side);
  const about = [
    side === 'device' ? movement.giftName : movement.fieldName,
    side === 'warehouse' &&
      movement.equipmentNo !== null &&
      wordsOf({ kind: 'machine' }, movement, 'equipmentName', t),
    movement.userName ?? t('gifts:record.byDevice'),
    movement.note,
  ].filter(Boolean);
  return (
    <li className={classes.movement}>
      <span>
        <MeaningView meaning={kind} row={movement} path="kind" />
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
export function MovementList({ filter, side }: { filter: Filter; side: Side }) {
  const t = useText();
  return (
    <Loaded call={[giftsContract.listMovements, { ...filter, size: shownCount }]} skeleton="list">
      {({ records }) =>
        records.length === 0 ? (
          <Hint>{t('gifts:record.emptyTitle')}</Hint>
        ) : (
          <ul className={classes.list}>
            {records.map((movement) => (
              <MovementItem key={movement.id} movement={movement} side={side} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
