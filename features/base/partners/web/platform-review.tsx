import { Badge, Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { partnersContract } from '../contract.ts';
import { NameReviews } from './name-reviews.tsx';
import { Registrations } from './registrations.tsx';

const Waiting = ({ count }: { count: number | undefined }) =>
  count ? (
    <Badge size="sm" circle color="red">
      {count}
    </Badge>
  ) : null;

/** Where the administrator of the platform judges registrations and new names. */
export default function PlatformReview() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const { data } = useCall(partnersContract.reviewCounts, {});
  const tab = query.get('tab') === 'names' ? 'names' : 'registrations';
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(next) => setQuery(next === 'names' ? { tab: 'names' } : {}, { replace: true })}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="registrations" rightSection={<Waiting count={data?.registrations} />}>
          {t('partners:page.review.registrations')}
        </Tabs.Tab>
        <Tabs.Tab value="names" rightSection={<Waiting count={data?.names} />}>
          {t('partners:page.review.names')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="registrations">
        <Registrations />
      </Tabs.Panel>
      <Tabs.Panel value="names">
        <NameReviews />
      </Tabs.Panel>
    </Tabs>
  );
}
