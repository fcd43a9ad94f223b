import { Button, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useAct } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLeaveGuard } from '#kit/ui/navigation.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { toast } from '#kit/ui/toast.ts';
import type { LaneDevice } from '../contract/records.ts';
import { vendingContract } from '../contract.ts';
import { type LayoutLane, layoutLimits } from '../rules/layout-rules.ts';
import { Bench } from './bench.tsx';
import { LanePanel } from './lane-panel.tsx';
import { CabinetTools, LaneBox, RowTools } from './layout-tools.tsx';
import { MachineFront, useLaneChoice } from './machine-front.tsx';
import { ChangeNotice, useSettingsChange } from './settings-change.tsx';
import classes from './vending.module.css';

interface LayoutEditorProps {
  device: LaneDevice;
  /** what the device runs with */
  confirmed: readonly LayoutLane[];
  stocks: ReadonlyMap<number, number>;
}

/** The picture being drawn, and its way to the machine. */
function useDraft({ device, confirmed }: LayoutEditorProps) {
  const t = useText();
  const [draft, setDraft] = useState<readonly LayoutLane[]>();
  const change = useSettingsChange();
  const save = useAct(vendingContract.saveLayout, {
    onDone: ({ changeId }) => {
      change.follow(changeId);
      if (changeId === null) toast.success(t('vending:change.nothing'));
    },
  });
  useUnsaved(draft !== undefined && !change.outcome);
  // The device has it: from now on its own answer is the picture.
  if (draft && change.outcome?.state === 'applied' && sameLanes(draft, confirmed)) setDraft(undefined);
  const lanes = draft ?? confirmed;
  return {
    lanes,
    changed: draft !== undefined,
    outcome: change.outcome,
    saving: save.isPending || change.pending,
    edit(next: LayoutLane[] | undefined, refusal: string) {
      if (!next) return toast.failure(t(refusal));
      setDraft(next);
      change.follow(null);
    },
    discard: () => setDraft(undefined),
    save: () => save.mutate({ equipmentId: device.equipmentId, lanes: [...lanes] }),
  };
}

/** Changes are drawn at once and reach the machine with "save", as a whole. */
export function LayoutEditor(props: LayoutEditorProps) {
  const t = useText();
  const { device, stocks } = props;
  const draft = useDraft(props);
  const { lanes, edit } = draft;
  const choice = useLaneChoice();
  const [panelOpen, setPanelOpen] = useState(false);
  const maxCabinets = device.type === 'vending' ? layoutLimits.cabinets : 1;
  return (
    <>
      <ChangeNotice outcome={draft.outcome} />
      <Bench
        title={t('vending:front.chosen', { count: choice.chosen.size })}
        opened={panelOpen && choice.chosen.size > 0}
        onClose={() => setPanelOpen(false)}
        front={
          <MachineFront
            lanes={lanes}
            chosen={choice.chosen}
            onToggle={choice.toggle}
            onToggleRow={choice.toggleRow}
            labelOf={({ lane, capacity, open }) =>
              t(open ? 'vending:layout.laneLabel' : 'vending:layout.closedLabel', { lane, capacity })
            }
            content={(lane) => <LaneBox lane={lane} />}
            rowEnd={(row, cabinet) => <RowTools lanes={lanes} cabinet={cabinet} row={row} onEdit={edit} />}
            cabinetEnd={(cabinet) => (
              <CabinetTools lanes={lanes} cabinet={cabinet} onEdit={edit} maxCabinets={maxCabinets} />
            )}
          />
        }
        panel={
          <LanePanel
            lanes={lanes}
            chosen={choice.chosen}
            stocks={stocks}
            prizes={device.type !== 'vending'}
            onChange={(next, choose) => {
              edit(next, 'vending:layout.impossible');
              if (next && choose) choice.set(choose);
            }}
          />
        }
      />
      <LayoutBar {...props} draft={draft} choice={choice} onPanel={() => setPanelOpen(true)} />
    </>
  );
}

function LayoutBar({
  device,
  stocks,
  draft,
  choice,
  onPanel,
}: LayoutEditorProps & {
  draft: ReturnType<typeof useDraft>;
  choice: ReturnType<typeof useLaneChoice>;
  onPanel: () => void;
}) {
  const t = useText();
  const phone = usePhone();
  const { lanes } = draft;
  const lost = [...stocks].find(([lane, stock]) => stock > 0 && !lanes.some((kept) => kept.lane === lane));
  const pieces = lanes.reduce((sum, { capacity }) => sum + capacity, 0);
  return (
    <div className={classes.reach}>
      <StickyActions
        aside={
          <Text size="sm" c={lost ? 'red' : 'dimmed'}>
            {lost
              ? t('vending:error.laneNotEmpty', { lane: lost[0], stock: lost[1] })
              : t('vending:layout.total', { lanes: lanes.length, pieces })}
          </Text>
        }
      >
        {phone && choice.chosen.size > 0 && (
          <Button variant="default" onClick={onPanel}>
            {t('vending:front.editChosen', { count: choice.chosen.size })}
          </Button>
        )}
        {draft.changed && (
          <Button
            variant="default"
            onClick={() => {
              draft.discard();
              choice.clear();
            }}
          >
            {t('vending:layout.discard')}
          </Button>
        )}
        <Button
          disabled={!draft.changed || !device.online || lost !== undefined}
          loading={draft.saving}
          onClick={draft.save}
        >
          {t('kit:action.save')}
        </Button>
      </StickyActions>
    </div>
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
