/** The front of a machine as a person sees it: cabinets of rows of lanes. Pure, so that the page and the server agree. */
export interface LayoutLane {
  lane: number;
  cabinet: number;
  row: number;
  position: number;
  /** how many neighbouring positions it takes */
  width: number;
  capacity: number;
  open: boolean;
  priceFen: number;
  dropDetection: boolean;
  winRate?: number;
}

export const layoutLimits = {
  cabinets: 8,
  lanesPerCabinet: 100,
  rows: 20,
  positions: 20,
  width: 10,
} as const;

export interface LayoutRow<L extends LayoutLane = LayoutLane> {
  row: number;
  lanes: L[];
}

export interface LayoutCabinet<L extends LayoutLane = LayoutLane> {
  cabinet: number;
  rows: LayoutRow<L>[];
}

const inOrder = (a: LayoutLane, b: LayoutLane) =>
  a.cabinet - b.cabinet || a.row - b.row || a.position - b.position;

export const sortedLanes = <L extends LayoutLane>(lanes: readonly L[]): L[] => [...lanes].sort(inOrder);

export function cabinetsOf<L extends LayoutLane>(lanes: readonly L[]): LayoutCabinet<L>[] {
  const byCabinet = Map.groupBy(sortedLanes(lanes), ({ cabinet }) => cabinet);
  return [...byCabinet].map(([cabinet, members]) => ({
    cabinet,
    rows: [...Map.groupBy(members, ({ row }) => row)].map(([row, ofRow]) => ({ row, lanes: ofRow })),
  }));
}

const endOf = ({ position, width }: LayoutLane) => position + width;

/** What would make the picture untrue; the key completes `vending:layout.<problem>`. */
export type LayoutProblem =
  | { problem: 'overlap' | 'tooWide' | 'wrongCabinet' | 'duplicate'; lane: number }
  | { problem: 'tooMany'; lane: number };

export function layoutProblem(lanes: readonly LayoutLane[], maxCabinets: number): LayoutProblem | undefined {
  const numbers = new Set<number>();
  for (const lane of lanes) {
    if (numbers.has(lane.lane)) return { problem: 'duplicate', lane: lane.lane };
    numbers.add(lane.lane);
    if (lane.cabinet > maxCabinets || Math.ceil(lane.lane / layoutLimits.lanesPerCabinet) !== lane.cabinet)
      return { problem: 'wrongCabinet', lane: lane.lane };
    if (endOf(lane) - 1 > layoutLimits.positions) return { problem: 'tooWide', lane: lane.lane };
  }
  const sorted = sortedLanes(lanes);
  for (const [index, lane] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before?.cabinet === lane.cabinet && before.row === lane.row && endOf(before) > lane.position)
      return { problem: 'overlap', lane: lane.lane };
  }
  return undefined;
}

/** The lowest number that no lane of the cabinet has, from a wished one on. */
function freeNumber(lanes: readonly LayoutLane[], cabinet: number, wished: number): number | undefined {
  const taken = new Set(lanes.map(({ lane }) => lane));
  const last = cabinet * layoutLimits.lanesPerCabinet;
  const first = last - layoutLimits.lanesPerCabinet + 1;
  for (let lane = Math.max(first, wished); lane <= last; lane++) if (!taken.has(lane)) return lane;
  for (let lane = first; lane < wished; lane++) if (!taken.has(lane)) return lane;
  return undefined;
}

const without = (lanes: readonly LayoutLane[], numbers: ReadonlySet<number>) =>
  lanes.filter(({ lane }) => !numbers.has(lane));

/** Neighbours of one row become one wide lane; it keeps the number and values of the first. */
export function mergeLanes(
  lanes: readonly LayoutLane[],
  numbers: ReadonlySet<number>,
): LayoutLane[] | undefined {
  const chosen = sortedLanes(lanes.filter(({ lane }) => numbers.has(lane)));
  const [first] = chosen;
  if (!first || chosen.length < 2) return undefined;
  const touching = chosen.every((lane, index) => {
    const before = chosen[index - 1];
    return (
      !before ||
      (before.cabinet === lane.cabinet && before.row === lane.row && endOf(before) === lane.position)
    );
  });
  const width = chosen.reduce((total, lane) => total + lane.width, 0);
  if (!touching || width > layoutLimits.width) return undefined;
  return sortedLanes([...without(lanes, numbers), { ...first, width }]);
}

/** A wide lane becomes single ones again; new numbers are the lowest free ones. */
export function splitLane(lanes: readonly LayoutLane[], number: number): LayoutLane[] | undefined {
  const wide = lanes.find(({ lane }) => lane === number);
  if (!wide || wide.width < 2) return undefined;
  let result = lanes.map((lane) => (lane === wide ? { ...lane, width: 1 } : lane));
  for (let offset = 1; offset < wide.width; offset++) {
    const lane = freeNumber(result, wide.cabinet, number + offset);
    if (lane === undefined) return undefined;
    result = [...result, { ...wide, lane, width: 1, position: wide.position + offset }];
  }
  return sortedLanes(result);
}

const rowOf = (lanes: readonly LayoutLane[], cabinet: number, row: number) =>
  sortedLanes(lanes.filter((lane) => lane.cabinet === cabinet && lane.row === row));

/** One more lane at the end of a row, like its last one. */
export function addLane(
  lanes: readonly LayoutLane[],
  cabinet: number,
  row: number,
): LayoutLane[] | undefined {
  const last = rowOf(lanes, cabinet, row).at(-1);
  if (!last || endOf(last) > layoutLimits.positions) return undefined;
  const lane = freeNumber(lanes, cabinet, last.lane + 1);
  if (lane === undefined) return undefined;
  return sortedLanes([...lanes, { ...last, lane, width: 1, position: endOf(last) }]);
}

export function removeLanes(lanes: readonly LayoutLane[], numbers: ReadonlySet<number>): LayoutLane[] {
  return without(lanes, numbers);
}

/** A row below the last one, with as many lanes as that. */
export function addRow(lanes: readonly LayoutLane[], cabinet: number): LayoutLane[] | undefined {
  const ofCabinet = sortedLanes(lanes.filter((lane) => lane.cabinet === cabinet));
  const lastRow = ofCabinet.at(-1)?.row;
  if (lastRow === undefined || lastRow >= layoutLimits.rows) return undefined;
  let result = [...lanes];
  for (const model of rowOf(lanes, cabinet, lastRow)) {
    const highest = Math.max(...result.filter((lane) => lane.cabinet === cabinet).map(({ lane }) => lane));
    const lane = freeNumber(result, cabinet, highest + 1);
    if (lane === undefined) return undefined;
    result = [...result, { ...model, lane, row: lastRow + 1 }];
  }
  return sortedLanes(result);
}

/** Rows below move up, so that no gap stays. */
export function removeRow(lanes: readonly LayoutLane[], cabinet: number, row: number): LayoutLane[] {
  return lanes
    .filter((lane) => lane.cabinet !== cabinet || lane.row !== row)
    .map((lane) => (lane.cabinet === cabinet && lane.row > row ? { ...lane, row: lane.row - 1 } : lane));
}

/** One more cabinet beside the last, laid out like it. */
export function addCabinet(lanes: readonly LayoutLane[], maxCabinets: number): LayoutLane[] | undefined {
  const last = Math.max(0, ...lanes.map(({ cabinet }) => cabinet));
  if (last === 0 || last >= maxCabinets) return undefined;
  const copies = lanes
    .filter((lane) => lane.cabinet === last)
    .map((lane) => ({ ...lane, cabinet: last + 1, lane: lane.lane + layoutLimits.lanesPerCabinet }));
  return sortedLanes([...lanes, ...copies]);
}
