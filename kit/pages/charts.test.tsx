import { MantineProvider } from '@mantine/core';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import * as charts from './charts.tsx';

const { BarsChart, ExpectedChart, HeatChart, RankChart, SeriesChart, ShareChart } = charts;

const days = [
  { day: '2026-10-31', taken: 12 },
  { day: '2026-11-01', taken: 3456 },
];
const named = days.map(({ day, taken }) => ({ name: day, value: taken }));
const yuan = (value: number) => `¥${value}`;

const shown: Record<keyof typeof charts, { chart: ReactElement; says: string[] }> = {
  SeriesChart: {
    chart: (
      <SeriesChart
        kind="bar"
        along="day"
        data={days}
        series={[{ name: 'taken', label: 'Taken', color: 'red' }]}
        format={yuan}
      />
    ),
    says: ['Taken', '2026-10-31', '¥12', '2026-11-01', '¥3456'],
  },
  ShareChart: {
    chart: (
      <ShareChart
        title="Ways"
        of="Way"
        data={[
          { name: 'WeChat', value: 75, color: 'red' },
          { name: 'Alipay', value: 25, color: 'blue' },
        ]}
        format={yuan}
      />
    ),
    says: ['Way', 'WeChat', '¥75', '75%', 'Alipay', '¥25', '25%'],
  },
  RankChart: {
    chart: (
      <RankChart
        title="Most"
        of="Site"
        amount="Income"
        bars={[{ key: 'a', name: 'Harbour', amount: 5, value: '¥5' }]}
      />
    ),
    says: ['Site', 'Income', 'Harbour', '¥5'],
  },
  HeatChart: {
    chart: (
      <HeatChart
        title="Hours"
        along="Hour"
        label="Best: Monday"
        rows={[{ key: 1, name: 'Monday', values: [7, null] }]}
        columns={[
          { name: '00:00', short: '0' },
          { name: '01:00', short: '' },
        ]}
        format={yuan}
      />
    ),
    says: ['Hour', 'Monday', '00:00', '¥7', '01:00', '–'],
  },
  ExpectedChart: {
    chart: (
      <ExpectedChart
        title="Plays"
        along="Hour"
        label="Fewer than usual"
        points={[{ at: '10:00', low: 4, middle: 6, high: 9, was: 1 }]}
        timeOf={(at) => at}
        format={String}
        names={{ band: 'Usual', middle: 'Middle', was: 'Was' }}
      />
    ),
    says: ['Hour', 'Was', 'Middle', 'Usual', '10:00', '1', '6', '4–9'],
  },
  BarsChart: {
    chart: (
      <BarsChart title="Two days" along="Day" amount="Income" bars={named} label="Two days" heightPx={40} />
    ),
    says: ['Day', 'Income', '2026-10-31', '12', '2026-11-01', '3,456'],
  },
};

const cellsOf = (html: string) =>
  [...html.matchAll(/<t[hd]( [^>]*)?>(.*?)<\/t[hd]>/g)].map(([, , cell = '']) =>
    cell.replace(/<[^>]*>/g, ''),
  );

it.each(Object.entries(shown))('%s brings its figures as a table and as a file', (_, { chart, says }) => {
  const html = renderToStaticMarkup(<MantineProvider>{chart}</MantineProvider>);
  for (const text of says) expect(cellsOf(html)).toContain(text);
  expect(html).toContain('kit:page.takeFigures');
});
