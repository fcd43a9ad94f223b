import { ActionIcon, Button, Paper, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useAct } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useLeaveGuard } from '#kit/ui/navigation.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { toast } from '#kit/ui/toast.ts';
import type { LaneDevice } from '../contract/records.ts';
import { vendingContract } from '../contract.ts';
import {
  addCabinet,
  addLane,
  addRow,
  type LayoutCabinet,
  type LayoutLane,
  type LayoutRow,
  layoutLimits,
  removeRow,
} from '../lane-layout.ts';
import { LanePanel } from './lane-panel.tsx';
import { MachineFront, useLaneChoice } from './machine-front.tsx';
import { ChangeNotice, useSettingsChange } from './settings-change.tsx';
import classes from './vending.module.css';

interface LayoutEditorProps {
  device: LaneDevice;
  /** what the device runs with */
  confirmed: readonly LayoutLane[];
  stocks: ReadonlyMap<number, number>;
}

/** Changes are drawn at once and reach the machine with "save", as a whole. */
export function LayoutEditor({ device, confirmed, stocks }: LayoutEditorProps) {
  const t = useText();
  const phone = usePhone();
  const [draft, setDraft] = useState<readonly LayoutLane[]>();
  const [panelOpen, setPanelOpen] = useState(false);
  const lanes = draft ?? confirmed;
  const { chosen, toggle, toggleRow, clear, set } = useLaneChoice();
  const change = useSettingsChange();
  const save = useAct(vendingContract.saveLayout, {
    invalidates: [vendingContract.readLanes],
    onDone: ({ changeId }) => {
      change.follow(changeId);
      if (changeId === null) toast.success(t('vending:change.nothing'));
    },
  });
  useUnsaved(draft !== undefined && !change.outcome);
  // The device has it: from now on its own answer is the picture.
  if (draft && change.outcome?.state === 'applied' && sameLanes(draft, confirmed)) setDraft(undefined);

  const edit = (next: LayoutLane[] | undefined, refusal: string) => {
    if (!next) return toast.failure(t(refusal));
    setDraft(next);
    change.follow(null);
  };
  const lost = [...stocks].find(([lane, stock]) => stock > 0 && !lanes.some((kept) => kept.lane === lane));
  const panel = (
    <LanePanel
      lanes={lanes}
      chosen={chosen}
      stocks={stocks}
      prizes={device.type !== 'vending'}
      onChange={(next, choose) => {
        edit(next, 'vending:layout.impossible');
        if (next && choose) set(choose);
      }}
    />
  );
  return (
    <>
      <ChangeNotice outcome={change.outcome} />
      <div className={classes.bench}>
        <MachineFront
          lanes={lanes}
          chosen={chosen}
          onToggle={toggle}
          onToggleRow={toggleRow}
          labelOf={(lane) =>
            t(lane.open ? 'vending:layout.laneLabel' : 'vending:layout.closedLabel', {
              lane: lane.lane,
              capacity: lane.capacity,
            })
          }
          content={(lane) => <LaneBox lane={lane} />}
          rowEnd={(row, cabinet) => <RowTools lanes={lanes} cabinet={cabinet} row={row} onEdit={edit} />}
          cabinetEnd={(cabinet) => (
            <CabinetTools
              lanes={lanes}
              cabinet={cabinet}
              onEdit={edit}
              maxCabinets={device.type === 'vending' ? layoutLimits.cabinets : 1}
            />
          )}
        />
        {!phone && (
          <Paper withBorder className={classes.panel}>
            {panel}
          </Paper>
        )}
      </div>
      <Sheet
        opened={phone && panelOpen && chosen.size > 0}
        onClose={() => setPanelOpen(false)}
        title={t('vending:front.chosen', { count: chosen.size })}
      >
        {panel}
      </Sheet>
      <div className={classes.reach}>
        <StickyActions
          aside={
            <Text size="sm" c={lost ? 'red' : 'dimmed'}>
              {lost
                ? t('vending:error.laneNotEmpty', { lane: lost[0], stock: lost[1] })
                : t('vending:layout.total', {
                    lanes: lanes.length,
                    pieces: lanes.reduce((sum, { capacity }) => sum + capacity, 0),
                  })}
            </Text>
          }
        >
          {phone && chosen.size > 0 && (
            <Button variant="default" onClick={() => setPanelOpen(true)}>
              {t('vending:front.editChosen', { count: chosen.size })}
            </Button>
          )}
          {draft && (
            <Button
              variant="default"
              onClick={() => {
                setDraft(undefined);
                clear();
              }}
            >
              {t('vending:layout.discard')}
            </Button>
          )}
          <Button
            disabled={!draft || !device.online || lost !== undefined}
            loading={save.isPending || change.pending}
            onClick={() => save.mutate({ equipmentId: device.equipmentId, lanes: [...lanes] })}
          >
            {t('kit:action.save')}
          </Button>
        </StickyActions>
      </div>
    </>
  );
}

const sameLanes = (a: readonly LayoutLane[], b: readonly LayoutLane[]) =>
  a.length === b.length &&
  a.every((lane) => {
    const other = b.find((candidate) => candidate.lane === lane.lane);
    return other && (Object.keys(lane) as (keyof LayoutLane)[]).every((key) => lane[key] === other[key]);
  });

function useUnsaved(active: boolean) {
  const t = useText();
  const ask = useCallback(
    () =>
      confirm({
        title: t('kit:page.leaveTitle'),
        body: t('kit:page.leaveBody'),
        confirmLabel: t('kit:page.leave'),
        danger: true,
      }),
    [t],
  );
  useLeaveGuard(active, ask);
}

function LaneBox({ lane }: { lane: LayoutLane }) {
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

function RowTools({
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

function CabinetTools({
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
