import { useMemo } from 'react';
import { siteSource } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { Filter } from '#kit/pages/list-specs.ts';
import { defineReport, ReportPage } from '#kit/pages/report-page.tsx';
import { Money } from '#kit/ui/display.tsx';
import { reportsContract } from '../contract.ts';
import { Heat, Ranking, Shares, Trend } from './chart-parts.tsx';
import { useReportFilters } from './report-filters.ts';

const beside: readonly Filter[] = [
  { kind: 'reference', name: 'otherFieldId', label: 'reports:chart.otherSite', source: siteSource() },
  { ...machineFilter('reports:chart.otherMachine'), name: 'otherEquipmentId' },
] as readonly Filter[];

type Trends = OutputOf<typeof reportsContract.readTrend>;
const sumOf = ({ days }: Trends, of: (day: Trends['days'][number]) => number | null) =>
  days.reduce((sum, day) => sum + (of(day) ?? 0), 0);

/** /chart_total: how income runs, of what it is made, who brings it, and when. */
export default function Charts() {
  const filters = useReportFilters(beside);
  const definition = useMemo(
    () =>
      defineReport({
        endpoint: reportsContract.readTrend,
        range: 'last30',
        filters,
        tiles: [
          {
            label: 'reports:field.incomeFen',
            value: (data) => sumOf(data, ({ incomeFen }) => incomeFen),
            before: (data) => sumOf(data, ({ beforeFen }) => beforeFen),
            format: (fen) => <Money fen={fen} />,
          },
          {
            label: 'reports:field.plays',
            value: (data) => sumOf(data, ({ plays }) => plays),
          },
        ],
        charts: [
          { title: 'reports:chart.trend', wide: true, content: (data) => <Trend data={data} /> },
          { title: 'reports:page.bySource', content: (data) => <Shares data={data} /> },
          { title: 'reports:chart.ranking', content: (data) => <Ranking data={data} /> },
          { title: 'reports:chart.hours', wide: true, content: (data) => <Heat data={data} /> },
        ],
      }),
    [filters],
  );
  return <ReportPage definition={definition} />;
}
