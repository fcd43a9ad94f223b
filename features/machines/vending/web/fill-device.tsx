import { Button, Paper } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { newRequestId } from '#kit/kernel/request-id.ts';
import { useAct, useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { toast } from '#kit/ui/toast.ts';
import type { LaneRecord } from '../contract/records.ts';
import type { RoundDetail } from '../contract/stock.ts';
import { vendingContract } from '../contract.ts';
import { laneNeed, roomFor } from '../rules/need-rules.ts';
import { type Filled, FillLine, fillingOf, lacksDate } from './fill-line.tsx';
import { LaneSheet } from './lane-sheet.tsx';
import classes from './vending.module.css';
import { DeviceHead, HoldsGifts, holdsProducts, useLanes } from './with-device.tsx';

/** What a round planned for this machine and nobody has filled yet. */
const plannedFor = (round: RoundDetail | undefined, equipmentId: string) =>
  new Map(
    round?.stops
      .find((stop) => stop.equipmentId === equipmentId)
      ?.lanes.filter(({ filled }) => filled === null)
      .map(({ lane, planned }) => [lane, planned]),
  );

/** At the machine: each lane, what goes in, and one confirmation for all of it. */
export function FillDevice({ equipmentId, roundId }: { equipmentId: string; roundId: string | undefined }) {
  const { data, error, refetch } = useLanes(equipmentId);
  const round = useCall(vendingContract.readRound, { id: roundId ?? '' }, { enabled: roundId !== undefined });
  const failure = error ?? round.error;
  if (!data || (roundId && !round.data))
    return failure ? (
      <ErrorState error={failure} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton height={72} />
    );
  if (!holdsProducts(data.device)) return <HoldsGifts device={data.device} />;
  const planned = plannedFor(round.data, equipmentId);
  const inUse = data.lanes.filter(({ level }) => level !== 'closed');
  const shown = roundId ? inUse.filter(({ lane }) => planned.has(lane)) : inUse;
  return (
    <FillForm
      equipmentId={equipmentId}
      roundId={roundId}
      head={<FillHead device={data.device} />}
      lanes={shown}
      planned={planned}
    />
  );
}

function FillHead({ device }: { device: Parameters<typeof DeviceHead>[0]['device'] }) {
  const t = useText();
  const mayAssign = useCan(vendingContract.updateLanes);
  const mayTest = useCan(vendingContract.testLane);
  return (
    <DeviceHead device={device}>
      {mayAssign && (
        <Button variant="default" component={Link} to={`/setGoods?equipmentId=${device.equipmentId}`}>
          {t('vending:screen.goods')}
        </Button>
      )}
      {mayTest && (
        <Button variant="default" component={Link} to={`/vend_test?equipmentId=${device.equipmentId}`}>
          {t('vending:screen.test')}
        </Button>
      )}
    </DeviceHead>
  );
}

/** New goods of one product come out of one box: the date of one lane is that of the others, unless they have theirs. */
function sameGoodsDated(
  lanes: readonly LaneRecord[],
  filled: ReadonlyMap<number, Filled>,
  dated: number,
  expiryDate: string,
): ReadonlyMap<number, Filled> {
  const product = lanes.find(({ lane }) => lane === dated)?.templateId;
  const next = new Map(filled);
  for (const lane of lanes) {
    const values = next.get(lane.lane);
    if (values && lane.templateId === product && lacksDate(lane, values))
      next.set(lane.lane, { ...values, expiryDate });
  }
  return next;
}

interface FillFormProps {
  equipmentId: string;
  roundId: string | undefined;
  head: ReactNode;
  lanes: readonly LaneRecord[];
  planned: ReadonlyMap<number, number>;
}

/** What goes into which lane, until it is confirmed. */
function useFilling({ equipmentId, roundId, lanes, planned }: FillFormProps) {
  const t = useText();
  const navigate = useNavigate();
  const [filled, setFilled] = useState<ReadonlyMap<number, Filled>>(new Map());
  const [requestId, setRequestId] = useState(newRequestId);
  const save = useAct(vendingContract.fillLanes, {
    onDone: ({ filled: pieces }) => {
      toast.success(t('vending:replenish.filled', { count: pieces }));
      setRequestId(newRequestId());
      void navigate(roundId ? `/replenishment?roundId=${roundId}` : '/replenishment', { replace: true });
    },
  });
  const fillable = lanes.filter(
    (lane) => lane.templateId !== null && (roomFor(lane) > 0 || planned.has(lane.lane)),
  );
  const all = filled.size > 0 && filled.size >= fillable.length;
  return {
    filled,
    all,
    possible: fillable.length > 0,
    undated: fillable.filter((lane) => {
      const values = filled.get(lane.lane);
      return values !== undefined && lacksDate(lane, values);
    }).length,
    saving: save.isPending,
    total: [...filled.values()].reduce((sum, { amount }) => sum + amount, 0),
    put: (lane: number, values: Filled | undefined) =>
      setFilled((before) => {
        const next = new Map(before);
        if (values) next.set(lane, values);
        else next.delete(lane);
        return values?.expiryDate ? sameGoodsDated(lanes, next, lane, values.expiryDate) : next;
      }),
    toggleAll: () =>
      setFilled(
        new Map(all ? [] : fillable.map((lane) => [lane.lane, fillingOf(lane, planned.get(lane.lane))])),
      ),
    confirm: () =>
      save.mutate({
        equipmentId,
        requestId,
        ...(roundId && { roundId }),
        lanes: [...filled].map(([lane, values]) => ({ lane, ...values })),
      }),
  };
}

function FillForm(props: FillFormProps) {
  const t = useText();
  const { equipmentId, roundId, lanes, planned } = props;
  const mayFill = useCan(vendingContract.fillLanes);
  const filling = useFilling(props);
  const [opened, setOpened] = useState<number>();
  const sorted = [...lanes].sort((a, b) => laneNeed(b) - laneNeed(a) || a.lane - b.lane);
  const current = lanes.find(({ lane }) => lane === opened);
  return (
    <div className={classes.page}>
      {props.head}
      {lanes.length === 0 ? (
        <EmptyState
          title={t(roundId ? 'vending:round.stopDone' : 'vending:goods.noLanes')}
          hint={t(roundId ? 'vending:round.stopDoneHint' : 'vending:goods.noLanesHint')}
        />
      ) : (
        <Paper withBorder component="ul" className={classes.lines}>
          {sorted.map((lane) => (
            <FillLine
              key={lane.lane}
              lane={lane}
              planned={planned.get(lane.lane)}
              value={filling.filled.get(lane.lane)}
              onChange={mayFill ? (values) => filling.put(lane.lane, values) : undefined}
              onOpen={() => setOpened(lane.lane)}
            />
          ))}
        </Paper>
      )}
      {mayFill && lanes.length > 0 && <FillBar filling={filling} />}
      {current && <LaneSheet equipmentId={equipmentId} lane={current} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

function FillBar({ filling }: { filling: ReturnType<typeof useFilling> }) {
  const t = useText();
  return (
    <div className={classes.reach}>
      <StickyActions
        aside={
          <Hint aria-live="polite">
            {filling.undated > 0 && `${t('vending:replenish.undated', { count: filling.undated })} `}
            {t('vending:replenish.adding', { lanes: filling.filled.size, pieces: filling.total })}
          </Hint>
        }
      >
        <Button variant="default" disabled={!filling.possible} onClick={filling.toggleAll}>
          {t(filling.all ? 'vending:replenish.fillNone' : 'vending:replenish.fillAll')}
        </Button>
        <Button
          disabled={filling.filled.size === 0 || filling.undated > 0}
          loading={filling.saving}
          onClick={filling.confirm}
        >
          {t('vending:replenish.confirm', { count: filling.total })}
        </Button>
      </StickyActions>
    </div>
  );
}
