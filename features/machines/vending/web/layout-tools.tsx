import { ActionIcon, Button } from '@mantine/core';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import {
  addCabinet,
  addLane,
  addRow,
  type LayoutCabinet,
  type LayoutLane,
  type LayoutRow,
  removeRow,
} from '../rules/layout-rules.ts';
import classes from './vending.module.css';

export function LaneBox({ lane }: { lane: LayoutLane }) {
  const t = useText();
  return (
    <>
      <span className={classes.laneNumber}>{lane.lane}</span>
      <span>{t('vending:layout.holds', { capacity: lane.capacity })}</span>
      {!lane.open && <span>{t('vending:level.closed')}</span>}
    </>
  );
}

type Edit = (next: LayoutLane[] | undefined, refusal: string) => void;

export function RowTools({
  lanes,
  cabinet,
  row,
  onEdit,
}: {
  lanes: readonly LayoutLane[];
  cabinet: number;
  row: LayoutRow;
  onEdit: Edit;
}) {
  const t = useText();
  return (
    <>
      <ActionIcon
        variant="subtle"
        aria-label={t('vending:layout.addLane', { row: row.row })}
        onClick={() => onEdit(addLane(lanes, cabinet, row.row), 'vending:layout.rowFull')}
      >
        <Icon name="plus" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={t('vending:layout.removeRow', { row: row.row })}
        onClick={() => onEdit(removeRow(lanes, cabinet, row.row), 'vending:layout.impossible')}
      >
        <Icon name="trash" />
      </ActionIcon>
    </>
  );
}

export function CabinetTools({
  lanes,
  cabinet,
  maxCabinets,
  onEdit,
}: {
  lanes: readonly LayoutLane[];
  cabinet: LayoutCabinet;
  maxCabinets: number;
  onEdit: Edit;
}) {
  const t = useText();
  const last = Math.max(...lanes.map((lane) => lane.cabinet));
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="plus" />}
        onClick={() => onEdit(addRow(lanes, cabinet.cabinet), 'vending:layout.cabinetFull')}
      >
        {t('vending:layout.addRow')}
      </Button>
      {maxCabinets > 1 && cabinet.cabinet === last && (
        <Button
          variant="default"
          leftSection={<Icon name="plus" />}
          onClick={() => onEdit(addCabinet(lanes, maxCabinets), 'vending:layout.noMoreCabinets')}
        >
          {t('vending:layout.addCabinet')}
        </Button>
      )}
      {cabinet.cabinet > 1 && cabinet.cabinet === last && (
        <Button
          variant="subtle"
          color="red"
          onClick={() =>
            onEdit(
              lanes.filter((lane) => lane.cabinet !== cabinet.cabinet),
              'vending:layout.impossible',
            )
          }
        >
          {t('vending:layout.removeCabinet', { cabinet: cabinet.cabinet })}
        </Button>
      )}
    </>
  );
}
