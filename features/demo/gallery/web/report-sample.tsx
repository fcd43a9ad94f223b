import type { OutputOf } from '#kit/contract/endpoint.ts';
import { SeriesChart } from '#kit/pages/charts.tsx';
import { defineReport, ReportPage } from '#kit/pages/report-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { galleryContract } from '../contract.ts';

type Counts = OutputOf<typeof galleryContract.countRegions>;

function Chart({ counts }: { counts: Counts }) {
  const t = useText();
  return (
    <SeriesChart
      kind="bar"
      along="name"
      data={counts.provinces}
      series={[
        { name: 'cityCount', label: t('gallery:report.cities'), color: 'coin.6' },
        { name: 'districtCount', label: t('gallery:list.districtCount'), color: 'yard.6' },
      ]}
    />
  );
}

const definition = defineReport({
  endpoint: galleryContract.countRegions,
  filters: [{ kind: 'region', name: 'provinceCode', label: 'gallery:list.provinceName' }],
  tiles: [
    {
      label: 'gallery:report.cities',
      value: (counts) => counts.cityCount,
      before: (counts) => Math.round(counts.averageCityCount),
      comparison: 'gallery:report.toAverage',
    },
    {
      label: 'gallery:list.districtCount',
      value: (counts) => counts.districtCount,
      before: (counts) => Math.round(counts.averageDistrictCount),
      comparison: 'gallery:report.toAverage',
    },
  ],
  charts: [{ title: 'gallery:report.chart', wide: true, content: (counts) => <Chart counts={counts} /> }],
});

export function ReportSample() {
  return <ReportPage definition={definition} />;
}
