import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { KeyValue, StatusBadge } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { toast } from '#kit/ui/toast.ts';
import { type City, galleryContract } from '../contract.ts';

function Split({ city }: { city: City }) {
  const t = useText();
  return city.districtCount > 0 ? (
    <StatusBadge tone="good">{t('gallery:list.split')}</StatusBadge>
  ) : (
    <StatusBadge tone="quiet">{t('gallery:list.whole')}</StatusBadge>
  );
}

function CityDetail({ city }: { city: City }) {
  const t = useText();
  return (
    <KeyValue
      rows={[
        { label: t('gallery:list.name'), value: city.name },
        { label: t('gallery:list.code'), value: city.id },
        { label: t('gallery:list.province'), value: city.provinceName },
        { label: t('gallery:list.districts'), value: city.districtCount },
      ]}
    />
  );
}

const names = (list: City[]) => list.map((city) => city.name).join('、');

const definition = defineList({
  endpoint: galleryContract.listCities,
  columns: [
    { key: 'name', label: 'gallery:list.name', sortable: true, primary: true },
    { key: 'id', label: 'gallery:list.code', sortable: true, width: 120 },
    { key: 'provinceName', label: 'gallery:list.province', secondary: true },
    { key: 'districtCount', label: 'gallery:list.districts', sortable: true, align: 'right', width: 120 },
    {
      key: 'split',
      label: 'gallery:list.state',
      render: (city) => <Split city={city} />,
      trailing: true,
      noExport: true,
      width: 120,
    },
    { key: 'provinceCode', label: 'gallery:list.provinceCode', optional: true },
  ],
  search: 'name',
  filters: [
    { kind: 'region', name: 'provinceCode', label: 'gallery:list.province' },
    { kind: 'switch', name: 'split', label: 'gallery:list.split' },
  ],
  rowDetail: (city) => <CityDetail city={city} />,
  rowActions: [
    {
      label: 'kit:action.copy',
      icon: 'copy',
      run: (city) => navigator.clipboard.writeText(city.name),
      success: 'kit:action.copied',
    },
  ],
  bulkActions: [
    {
      label: 'kit:action.copy',
      icon: 'copy',
      run: (chosen) => toast.info(names(chosen)),
      confirm: { title: 'gallery:list.copyTitle', params: (chosen) => ({ count: chosen.length }) },
    },
  ],
  actions: [{ label: 'gallery:list.toForm', icon: 'plus', primary: true, to: () => '/_kit?part=form' }],
  empty: { title: 'gallery:list.empty' },
  export: true,
});

export function ListSample() {
  return <ListPage definition={definition} />;
}
