import '@mantine/charts/styles.layer.css';
import { AreaChart, BarChart, DonutChart, LineChart } from '@mantine/charts';

export interface ChartSeries {
  name: string;
  label: string;
  color: string;
}

export interface ChartProps {
  kind: 'line' | 'bar' | 'area';
  data: Record<string, string | number>[];
  /** name of the value along the bottom */
  along: string;
  series: ChartSeries[];
  format?: (value: number) => string;
  heightPx?: number;
  stacked?: boolean;
  /** what stands along the bottom where somebody tapped; a table beside the chart offers the same to those who can not */
  onPick?: (along: string) => void;
}

export function SeriesChart({
  kind,
  data,
  along,
  series,
  format,
  heightPx = 260,
  stacked,
  onPick,
}: ChartProps) {
  const shared = {
    h: heightPx,
    data,
    dataKey: along,
    series,
    valueFormatter: format,
    withLegend: series.length > 1,
    // room for an amount with its sign
    yAxisProps: { width: 68 },
  };
  if (kind === 'bar')
    return (
      <BarChart
        {...shared}
        type={stacked ? 'stacked' : 'default'}
        {...(onPick && {
          barChartProps: {
            style: { cursor: 'pointer' },
            onClick: ({ activeLabel }) => activeLabel !== undefined && onPick(String(activeLabel)),
          },
        })}
      />
    );
  if (kind === 'area')
    return <AreaChart {...shared} type={stacked ? 'stacked' : 'default'} curveType="monotone" />;
  return <LineChart {...shared} curveType="monotone" />;
}

export function ShareChart({
  data,
  format,
  heightPx = 220,
}: {
  data: { name: string; value: number; color: string }[];
  format?: (value: number) => string;
  heightPx?: number;
}) {
  return (
    <DonutChart data={data} valueFormatter={format} size={heightPx - 40} thickness={24} withLabels={false} />
  );
}
