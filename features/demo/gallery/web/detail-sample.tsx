import { useSearchParams } from 'react-router';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { toast } from '#kit/ui/toast.ts';
import { galleryContract } from '../contract.ts';
import { ListSample } from './list-sample.tsx';

const detail = (id: string | undefined) =>
  defineDetail({
    endpoint: galleryContract.readCity,
    texts: 'gallery:list',
    input: id === undefined ? undefined : { id },
    choose: () => <ListSample />,
    head: { title: 'name', facts: ['id'], state: 'split' },
    sections: [
      { figures: ['districtCount'] },
      { title: 'gallery:detail.basics', rows: ['name', 'id', 'provinceName', 'districtCount', 'split'] },
    ],
    actions: [
      {
        label: 'gallery:detail.toList',
        icon: 'list',
        primary: true,
        to: (city) => `/_kit?part=list&name=${city.name}`,
      },
      { label: 'gallery:detail.chooseOther', icon: 'search', to: () => '/_kit?part=detail&id=' },
    ],
    tabs: [
      {
        key: 'districts',
        label: 'gallery:list.districtCount',
        content: (city) => city.districts.map((district) => district.name).join(' · '),
      },
      {
        key: 'codes',
        label: 'gallery:list.id',
        content: (city) => city.districts.map((district) => district.code).join(' · '),
      },
    ],
    danger: [
      {
        label: 'gallery:detail.danger',
        icon: 'alert-triangle',
        danger: true,
        run: (city) => toast.info(city.name),
        confirm: {
          title: 'gallery:piece.confirmTitle',
          body: 'gallery:piece.confirmBody',
        },
      },
    ],
  });

const shenzhen = '440300';

export function DetailSample() {
  const [query] = useSearchParams();
  const id = query.get('id') ?? shenzhen;
  return <DetailPage definition={detail(id === '' ? undefined : id)} />;
}
