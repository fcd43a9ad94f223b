import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lanes as lanesGroup } from '#kit/protocol/types/groups.ts';
import {
  addCabinet,
  addLane,
  addRow,
  cabinetsOf,
  type LayoutLane,
  layoutLimits,
  layoutProblem,
  mergeLanes,
  removeLanes,
  removeRow,
  splitLane,
} from '../rules/layout-rules.ts';

const factory = () => lanesGroup.parse({}).lanes as LayoutLane[];
const at = (lanes: readonly LayoutLane[], lane: number) => lanes.find((own) => own.lane === lane);

describe('the layout of a machine', () => {
  it('shows the factory lanes as six rows of ten', () => {
    const [cabinet] = cabinetsOf(factory());
    expect(cabinet?.rows.map(({ lanes }) => lanes.length)).toEqual([10, 10, 10, 10, 10, 10]);
  });

  it('merges neighbours of a row into one wide lane that keeps the first number', () => {
    const merged = mergeLanes(factory(), new Set([13, 12]));
    expect(at(merged!, 12)).toMatchObject({ width: 2, position: 2 });
    expect(at(merged!, 13)).toBeUndefined();
  });

  it('does not merge lanes that do not touch, or stand in different rows', () => {
    expect(mergeLanes(factory(), new Set([11, 13]))).toBeUndefined();
    expect(mergeLanes(factory(), new Set([10, 11]))).toBeUndefined();
    expect(mergeLanes(factory(), new Set([11]))).toBeUndefined();
  });

  it('splits a wide lane back into single ones', () => {
    const merged = mergeLanes(factory(), new Set([12, 13, 14]))!;
    expect(splitLane(merged, 12)).toEqual(factory());
    expect(splitLane(factory(), 12)).toBeUndefined();
  });

  it('adds a lane at the end of a row until the row is full', () => {
    let lanes: LayoutLane[] | undefined = factory();
    for (let added = 10; added < layoutLimits.positions; added++) lanes = addLane(lanes!, 1, 2);
    expect(lanes!.filter(({ row }) => row === 2)).toHaveLength(layoutLimits.positions);
    expect(addLane(lanes!, 1, 2)).toBeUndefined();
  });

  it('adds rows until a cabinet has its hundred lanes', () => {
    let lanes: LayoutLane[] | undefined = factory();
    for (let row = 6; row < 10; row++) lanes = addRow(lanes!, 1);
    expect(lanes).toHaveLength(100);
    expect(addRow(lanes!, 1)).toBeUndefined();
  });

  it('moves rows up when one is removed', () => {
    const lanes = removeRow(factory(), 1, 2);
    expect(at(lanes, 21)).toMatchObject({ row: 2 });
    expect(at(lanes, 11)).toBeUndefined();
  });

  it('numbers the lanes of a further cabinet from 101', () => {
    const lanes = addCabinet(factory(), layoutLimits.cabinets)!;
    expect(lanes).toHaveLength(120);
    expect(at(lanes, 101)).toMatchObject({ cabinet: 2, row: 1, position: 1 });
    expect(addCabinet(factory(), 1)).toBeUndefined();
  });

  it('names what is wrong with a picture', () => {
    const [first, second] = factory() as [LayoutLane, LayoutLane];
    expect(layoutProblem([{ ...first, width: 2 }, second], 8)).toEqual({ problem: 'overlap', lane: 2 });
    expect(layoutProblem([first, { ...second, lane: 1 }], 8)).toEqual({ problem: 'duplicate', lane: 1 });
    expect(layoutProblem([{ ...first, position: 20, width: 2 }], 8)).toEqual({ problem: 'tooWide', lane: 1 });
    expect(layoutProblem([{ ...first, cabinet: 2 }], 8)).toEqual({ problem: 'wrongCabinet', lane: 1 });
    expect(layoutProblem([{ ...first, cabinet: 2, lane: 101 }], 1)).toEqual({
      problem: 'wrongCabinet',
      lane: 101,
    });
  });

  it('stays a picture a machine accepts, whatever is tapped', () => {
    const step = fc.record({
      what: fc.constantFrom('merge', 'split', 'lane', 'row', 'cabinet', 'less', 'lessRow'),
      a: fc.nat(120),
      b: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let lanes = factory();
        for (const { what, a, b } of steps) {
          const some = lanes[a % Math.max(1, lanes.length)];
          if (!some) break;
          const next: Record<typeof what, () => LayoutLane[] | undefined> = {
            merge: () =>
              mergeLanes(lanes, new Set([some.lane, some.lane + 1, ...(b > 5 ? [some.lane + 2] : [])])),
            split: () => splitLane(lanes, some.lane),
            lane: () => addLane(lanes, some.cabinet, some.row),
            row: () => addRow(lanes, some.cabinet),
            cabinet: () => addCabinet(lanes, layoutLimits.cabinets),
            less: () => removeLanes(lanes, new Set([some.lane])),
            lessRow: () => removeRow(lanes, some.cabinet, some.row),
          };
          lanes = next[what]() ?? lanes;
        }
        expect(layoutProblem(lanes, layoutLimits.cabinets)).toBeUndefined();
        expect(lanesGroup.safeParse({ lanes }).success).toBe(true);
      }),
    );
  });
});
