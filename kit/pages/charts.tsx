import { ColorSwatch } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';
import { BandChart } from '#kit/drawings/band-chart.tsx';
import { Bars, barsOf } from '#kit/drawings/bars.tsx';
import { HeatMap } from '#kit/drawings/heat-map.tsx';
import { type RankBar, RankBars } from '#kit/drawings/rank-bars.tsx';
import { percentText } from '#kit/ui/fields/amounts.ts';
import { useText } from '#kit/ui/i18n.ts';
import { ChartTable, type ChartTableProps } from './chart-table.tsx';
import classes from './charts.module.css';

/*
 * Every chart of the back office. Each one brings its figures along as a table and as a file: pages have no bare drawings to
 * import (scripts/checks/charts.ts). Excused are the small marks inside a row or a card, `Sparkline` and `Bars`: the figure
 * they belong to stands beside them in words.
 */

/** Charts are the heaviest part of the web: they come after the figures are on the screen. */
const SeriesDrawing = lazy(() =>
  import('./report-chart.tsx').then((all) => ({ default: all.SeriesDrawing })),
);
const ShareDrawing = lazy(() => import('./report-chart.tsx').then((all) => ({ default: all.ShareDrawing })));

const asItIs = (value: number) => value.toLocaleString();

/** What the table says where the page wants to say more than the chart shows. */
type OwnTable<R> = Omit<ChartTableProps<R>, 'open'>;

export interface SeriesProps<R> {
  kind: 'line' | 'bar' | 'area';
  data: Record<string, string | number>[];
  /** name of the value along the bottom */
  along: string;
  series: readonly { name: string; label: string; color: string }[];
  format?: (value: number) => string;
  heightPx?: number;
  stacked?: boolean;
  /** what stands along the bottom where somebody tapped; `table` offers the same to those who can not */
  onPick?: (along: string) => void;
  table?: OwnTable<R>;
}

/** Figures along days, months or names. */
export function SeriesChart<R>({ table, ...chart }: SeriesProps<R>) {
  const t = useText();
  const { data, along, series, format = asItIs, heightPx = 260 } = chart;
  return (
    <>
      <Suspense fallback={<div style={{ height: heightPx }} />}>
        <SeriesDrawing {...chart} heightPx={heightPx} />
      </Suspense>
      {table ? (
        <ChartTable {...table} />
      ) : (
        <ChartTable
          title={series.map(({ label }) => label).join(t('kit:unit.comma'))}
          rows={data}
          columns={[
            { label: t('kit:page.chartRow'), value: (row) => row[along] },
            ...series.map(({ name, label }) => ({
              label,
              value: (row: (typeof data)[number]) => format(Number(row[name] ?? 0)),
            })),
          ]}
        />
      )}
    </>
  );
}

export interface ShareProps<R> {
  /** what the whole is, in the reader's language */
  title: string;
  /** of what the parts are */
  of: string;
  data: readonly { name: string; value: number; color: string }[];
  format?: (value: number) => string;
  sizePx?: number;
  table?: OwnTable<R>;
  /** the page names the parts and their colours itself: the table stays closed until somebody opens it */
  closed?: boolean;
}

const basisPoints = 10_000;

/** Parts of a whole: a ring, and beside it each part by name, so that nobody has to match colours. */
export function ShareChart<R>({
  title,
  of,
  data,
  format,
  sizePx = 160,
  table,
  closed = false,
}: ShareProps<R>) {
  const t = useText();
  const sum = data.reduce((total, { value }) => total + value, 0);
  return (
    <div className={classes.shares} data-closed={closed || undefined}>
      <Suspense fallback={<div style={{ width: sizePx, height: sizePx }} />}>
        <ShareDrawing data={data} {...(format && { format })} sizePx={sizePx} />
      </Suspense>
      {table ? (
        <ChartTable {...table} open={!closed} />
      ) : (
        <ChartTable
          open={!closed}
          title={title}
          rows={data}
          columns={[
            {
              label: of,
              value: ({ name, color }) => (
                <span className={classes.part}>
                  <ColorSwatch component="span" color={color} size={12} withShadow={false} />
                  {name}
                </span>
              ),
            },
            { label: t('kit:page.chartAmount'), value: ({ value }) => (format ?? asItIs)(value) },
            {
              label: t('kit:page.chartPart'),
              value: ({ value }) =>
                `${percentText(sum === 0 ? 0 : Math.round((value / sum) * basisPoints))}%`,
            },
          ]}
        />
      )}
    </div>
  );
}

/** Names with lying bars, the largest first. */
export function RankChart({
  title,
  of,
  amount,
  bars,
  onPick,
}: {
  title: string;
  /** what the names are, and what is counted, in the reader's language */
  of: string;
  amount: string;
  bars: readonly RankBar[];
  onPick?: (key: string) => void;
}) {
  return (
    <>
      <RankBars bars={bars} {...(onPick && { onPick })} />
      <ChartTable
        title={title}
        rows={bars}
        columns={[
          { label: of, value: ({ name }) => name },
          { label: amount, value: ({ value }) => value },
        ]}
      />
    </>
  );
}

/** A field of squares, darker for more. The table has a row for each column of the field, which has more columns than rows. */
export function HeatChart({
  title,
  along,
  rows,
  columns,
  label,
  format = asItIs,
}: {
  title: string;
  /** what the columns are */
  along: string;
  rows: ComponentProps<typeof HeatMap>['rows'];
  /** `short` stands under the field; '' where there is no room for a name */
  columns: readonly { name: string; short: string }[];
  /** what the picture says in one sentence */
  label: string;
  format?: (value: number) => string;
}) {
  const say = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format(value);
  return (
    <>
      <HeatMap
        label={label}
        rows={rows}
        columns={columns.map(({ short }) => short)}
        nameOf={({ name, values }, at) => `${name} ${columns[at]?.name} ${say(values[at])}`}
      />
      <ChartTable
        title={title}
        rows={columns.map(({ name }, at) => ({ name, at }))}
        columns={[
          { label: along, value: ({ name }) => name },
          ...rows.map(({ name, values }) => ({
            label: name,
            value: ({ at }: { at: number }) => say(values[at]),
          })),
        ]}
      />
    </>
  );
}

/** What should have been as a band, what was as a line, and both in numbers. */
export function ExpectedChart<
  P extends { at: string; low: number; middle: number; high: number; was: number },
>({
  title,
  along,
  points,
  timeOf,
  format,
  label,
  names,
}: {
  title: string;
  /** what the times are */
  along: string;
  points: readonly P[];
  timeOf: (at: string) => string;
  format: (value: number) => string;
  label: string;
  names: { band: string; middle: string; was: string };
}) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  return (
    <>
      <BandChart
        points={points}
        label={label}
        most={format}
        from={timeOf(first.at)}
        to={timeOf(last.at)}
        names={names}
      />
      <ChartTable
        title={title}
        rows={points}
        columns={[
          { label: along, value: ({ at }) => timeOf(at) },
          { label: names.was, value: ({ was }) => format(was) },
          { label: names.middle, value: ({ middle }) => format(middle) },
          { label: names.band, value: ({ low, high }) => `${format(low)}–${format(high)}` },
        ]}
      />
    </>
  );
}

/** Thin upright bars that are the content of a card, one a day or an hour. */
export function BarsChart({
  title,
  along,
  amount,
  bars,
  label,
  heightPx,
  format = asItIs,
}: {
  title: string;
  along: string;
  amount: string;
  bars: readonly { name: string; value: number }[];
  label: string;
  heightPx: number;
  format?: (value: number) => string;
}) {
  return (
    <>
      <Bars bars={barsOf(bars.map(({ value }) => Math.max(0, value)))} height={heightPx} label={label} />
      <ChartTable
        title={title}
        rows={bars}
        columns={[
          { label: along, value: ({ name }) => name },
          { label: amount, value: ({ value }) => format(value) },
        ]}
      />
    </>
  );
}
