import { Button, Center, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useMemo, useState } from 'react';
import { siteFilter } from '#features/base/sites/web/public.ts';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { resolveFilters } from '#kit/pages/list-filter-specs.ts';
import { DeskFilters, PhoneFilters } from '#kit/pages/list-filters.tsx';
import type { FilterSpec } from '#kit/pages/list-specs.ts';
import { type ListShape, type ListState, listInput } from '#kit/pages/list-state.ts';
import { useListState } from '#kit/pages/use-list.ts';
import { useInfiniteCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { EmptyState, ErrorState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import { fleetContract } from '../contract.ts';
import { DeviceCards } from './device-cards.tsx';
import styles from './devices.module.css';

const searchDelayMs = 350;
const cardsPerPage = 24;
const cardsWaiting = 8;
const cardPx = 152;

type List = typeof fleetContract.listDevices;
export const deviceFilters: readonly FilterSpec<List>[] = [siteFilter(), 'type', 'state'];
const filters = resolveFilters(fleetContract.listDevices, 'devices', deviceFilters as readonly FilterSpec[]);

const shape: ListShape = {
  filters,
  search: 'keyword',
  sortable: [],
  size: cardsPerPage,
  prefix: 'd.',
};

interface DeviceBoardProps {
  /** where a card leads */
  to: (device: DeviceRecord) => string;
  /** fixed part of what is asked for */
  input?: InputOf<List>;
  title?: ReactNode;
  empty: ReactNode;
}

/** Cards of devices with their live state, to look through by site, type, state or words. Follows the chosen site. */
export function DeviceBoard({ to, input, title, empty }: DeviceBoardProps) {
  const t = useText();
  const phone = usePhone();
  const site = useCurrentSite();
  const { state, patch } = useListState(shape);
  const asked = useMemo(() => ({ ...input, ...listInput(state, shape) }), [input, state]);
  const query = useInfiniteCall(fleetContract.listDevices, {
    ...(site && !asked.fieldId ? { fieldId: site.id } : {}),
    ...asked,
  } as InputOf<List>);
  const devices = query.data?.records ?? [];
  const narrowed = Object.keys(state.filters).length > 0 || state.search !== undefined;
  const Filters = phone ? PhoneFilters : DeskFilters;
  return (
    <Stack gap="sm">
      {title}
      <div className={styles.toolbar}>
        <BoardSearch state={state} onChange={(search) => patch({ search })} />
        <Filters filters={filters} state={state} onChange={(filters) => patch({ filters })} />
      </div>
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <div className={styles.grid} role="status" aria-label={t('kit:state.loading')}>
          {Array.from({ length: cardsWaiting }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards that are not there yet have no identity
            <Skeleton key={index} height={cardPx} radius={14} />
          ))}
        </div>
      ) : devices.length === 0 ? (
        narrowed ? (
          <EmptyState
            title={t('kit:page.noMatch')}
            action={
              <Button variant="light" onClick={() => patch({ filters: {}, search: undefined })}>
                {t('kit:page.clearFilters')}
              </Button>
            }
          />
        ) : (
          empty
        )
      ) : (
        <ul className={styles.grid} aria-busy={query.isFetching}>
          <DeviceCards devices={devices} to={to} hideSite={site !== undefined} />
        </ul>
      )}
      {query.hasNextPage && (
        <Center>
          <Button
            variant="default"
            size="md"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('fleet:list.more', { count: (query.data?.total ?? 0) - devices.length })}
          </Button>
        </Center>
      )}
    </Stack>
  );
}

function BoardSearch({
  state,
  onChange,
}: {
  state: ListState;
  onChange: (search: string | undefined) => void;
}) {
  const t = useText();
  const [text, setText] = useState(state.search ?? '');
  const send = useDebouncedCallback((value: string) => onChange(value.trim() || undefined), searchDelayMs);
  return (
    <TextInput
      type="search"
      className={styles.search}
      leftSection={<Icon name="search" size={16} />}
      placeholder={t('fleet:list.search')}
      aria-label={t('fleet:list.search')}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
    />
  );
}
