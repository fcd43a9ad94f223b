import { Group, Title } from '@mantine/core';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { StatusBadge } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { toast } from '#kit/ui/toast.ts';
import { galleryContract } from '../contract.ts';

function Head({ name }: { name: string }) {
  const t = useText();
  return (
    <Group gap="sm">
      <Title order={2} size="h3">
        {name}
      </Title>
      <StatusBadge tone="good">{t('gallery:list.split')}</StatusBadge>
    </Group>
  );
}

const definition = defineDetail({
  endpoint: galleryContract.readCity,
  input: { id: '440300' },
  header: (city) => <Head name={city.name} />,
  sections: [
    {
      title: 'gallery:detail.basics',
      rows: [
        { label: 'gallery:list.name', value: (city) => city.name },
        { label: 'gallery:list.code', value: (city) => city.id },
        { label: 'gallery:list.province', value: (city) => city.provinceName },
        { label: 'gallery:list.districts', value: (city) => city.districtCount },
      ],
    },
  ],
  actions: [
    {
      label: 'gallery:detail.toList',
      icon: 'list',
      primary: true,
      to: (city) => `/_kit?part=list&name=${city.name}`,
    },
  ],
  tabs: [
    {
      key: 'districts',
      label: 'gallery:list.districts',
      content: (city) => city.districts.map((district) => district.name).join(' · '),
    },
    {
      key: 'codes',
      label: 'gallery:list.code',
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

export function DetailSample() {
  return <DetailPage definition={definition} />;
}
