import { Tabs, VisuallyHidden } from '@mantine/core';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import { cabinetsOf, type LayoutCabinet, type LayoutLane, type LayoutRow } from '../rules/layout-rules.ts';
import classes from './machine-front.module.css';

interface MachineFrontProps<L extends LayoutLane> {
  lanes: readonly L[];
  chosen?: ReadonlySet<number>;
  /** absent: a picture only */
  onToggle?: (lane: number) => void;
  onToggleRow?: (lanes: readonly number[]) => void;
  /** what stands in a lane's box, and how it reads aloud */
  content: (lane: L) => ReactNode;
  labelOf: (lane: L) => string;
  /** colours the box */
  toneOf?: (lane: L) => string | undefined;
  rowEnd?: (row: LayoutRow<L>, cabinet: number) => ReactNode;
  cabinetEnd?: (cabinet: LayoutCabinet<L>) => ReactNode;
}

/** The machine as one stands before it: rows from top to bottom, lanes from left to right. */
export function MachineFront<L extends LayoutLane>(props: MachineFrontProps<L>) {
  const t = useText();
  const cabinets = cabinetsOf(props.lanes);
  const [open, setOpen] = useState<string | null>(null);
  if (cabinets.length < 2) return cabinets[0] ? <Cabinet {...props} cabinet={cabinets[0]} /> : null;
  const shown = cabinets.some(({ cabinet }) => String(cabinet) === open)
    ? open
    : String(cabinets[0]!.cabinet);
  return (
    <Tabs value={shown} onChange={setOpen} keepMounted={false}>
      <Tabs.List mb="sm">
        {cabinets.map(({ cabinet }) => (
          <Tabs.Tab key={cabinet} value={String(cabinet)}>
            {t('vending:front.cabinet', { cabinet })}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {cabinets.map((cabinet) => (
        <Tabs.Panel key={cabinet.cabinet} value={String(cabinet.cabinet)}>
          <Cabinet {...props} cabinet={cabinet} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Cabinet<L extends LayoutLane>(props: MachineFrontProps<L> & { cabinet: LayoutCabinet<L> }) {
  const { cabinet } = props;
  const positions = Math.max(
    1,
    ...cabinet.rows.flatMap(({ lanes }) => lanes.map(({ position, width }) => position + width - 1)),
  );
  return (
    <div className={classes.machine}>
      <div
        className={classes.window}
        data-tools={props.rowEnd ? true : undefined}
        style={{ '--positions': positions } as CSSProperties}
      >
        {cabinet.rows.map((row) => (
          <Row key={row.row} {...props} row={row} />
        ))}
      </div>
      {props.cabinetEnd && <div className={classes.foot}>{props.cabinetEnd(cabinet)}</div>}
    </div>
  );
}

function Row<L extends LayoutLane>({
  row,
  cabinet,
  chosen,
  onToggle,
  onToggleRow,
  content,
  labelOf,
  toneOf,
  rowEnd,
}: MachineFrontProps<L> & { cabinet: LayoutCabinet<L>; row: LayoutRow<L> }) {
  const t = useText();
  const name = t('vending:front.row', { row: row.row });
  return (
    <fieldset className={classes.row} aria-label={name}>
      {onToggleRow ? (
        <button
          type="button"
          className={classes.rowName}
          aria-label={t('vending:front.chooseRow', { row: row.row })}
          onClick={() => onToggleRow(row.lanes.map(({ lane }) => lane))}
        >
          {row.row}
        </button>
      ) : (
        <span className={classes.rowName} aria-hidden>
          {row.row}
        </span>
      )}
      {row.lanes.map((lane) => {
        const place = { gridColumn: `${lane.position + 1} / span ${lane.width}` };
        const tone = toneOf?.(lane) ?? (lane.open ? undefined : 'closed');
        return onToggle ? (
          <button
            key={lane.lane}
            type="button"
            className={classes.lane}
            style={place}
            data-tone={tone}
            aria-pressed={chosen?.has(lane.lane) ?? false}
            onClick={() => onToggle(lane.lane)}
          >
            <VisuallyHidden>{labelOf(lane)}</VisuallyHidden>
            <span aria-hidden className={classes.face}>
              {content(lane)}
            </span>
          </button>
        ) : (
          <div key={lane.lane} className={classes.lane} style={place} data-tone={tone} title={labelOf(lane)}>
            {content(lane)}
          </div>
        );
      })}
      {rowEnd && <span className={classes.rowEnd}>{rowEnd(row, cabinet.cabinet)}</span>}
    </fieldset>
  );
}

/** Lanes picked by tapping. */
export function useLaneChoice() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  return {
    chosen,
    clear: () => setChosen(new Set()),
    set: (lanes: readonly number[]) => setChosen(new Set(lanes)),
    toggle: (lane: number) =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(lane)) next.add(lane);
        return next;
      }),
    toggleRow: (lanes: readonly number[]) =>
      setChosen((before) => {
        const all = lanes.every((lane) => before.has(lane));
        return new Set(all ? [...before].filter((lane) => !lanes.includes(lane)) : [...before, ...lanes]);
      }),
  };
}
