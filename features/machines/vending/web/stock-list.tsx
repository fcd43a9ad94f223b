import { Button, Checkbox, Group, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct, useInfiniteCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import type { StockRecord } from '../contract/stock.ts';
import { vendingContract } from '../contract.ts';
import { OpenRounds } from './open-rounds.tsx';
import { StockCard } from './stock-card.tsx';
import classes from './vending.module.css';

const searchDelayMs = 250;

/** Machines that need a visit most first; several of them make a round. */
export function StockList() {
  const t = useText();
  const site = useCurrentSite();
  const mayFill = useCan(vendingContract.createRound);
  const [search, setSearch] = useState('');
  const [name] = useDebouncedValue(search.trim(), searchDelayMs);
  const [needy, setNeedy] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useInfiniteCall(vendingContract.listStock, {
    size: 20,
    ...(name && { name }),
    ...(site && { fieldId: site.id }),
    ...(needy && { needy }),
  });
  const records = list.data?.records ?? [];
  const toggle = (id: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <div className={classes.page}>
      <OpenRounds />
      <StockFilters search={search} onSearch={setSearch} needy={needy} onNeedy={setNeedy} />
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <ListSkeleton height={140} rows={3} />
      ) : records.length === 0 ? (
        <NothingToFill narrowed={needy || name !== ''} />
      ) : (
        <div className={classes.cards}>
          {records.map((record) => (
            <StockCard
              key={record.equipmentId}
              record={record}
              chosen={chosen.has(record.equipmentId)}
              onToggle={mayFill ? () => toggle(record.equipmentId) : undefined}
            />
          ))}
        </div>
      )}
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('vending:replenish.more')}
        </Button>
      )}
      {mayFill && records.length > 0 && <PlanBar records={records} chosen={chosen} onChosen={setChosen} />}
    </div>
  );
}

function StockFilters(props: {
  search: string;
  onSearch: (text: string) => void;
  needy: boolean;
  onNeedy: (needy: boolean) => void;
}) {
  const t = useText();
  return (
    <Group gap="sm">
      <TextInput
        type="search"
        value={props.search}
        onChange={(event) => props.onSearch(event.currentTarget.value)}
        placeholder={t('vending:device.search')}
        aria-label={t('vending:device.search')}
        leftSection={<Icon name="search" size={16} />}
        flex={1}
        miw={180}
        maw={360}
      />
      <Switch
        label={t('vending:replenish.needy')}
        checked={props.needy}
        onChange={(event) => props.onNeedy(event.currentTarget.checked)}
        py={6}
      />
    </Group>
  );
}

function NothingToFill({ narrowed }: { narrowed: boolean }) {
  const t = useText();
  return narrowed ? (
    <EmptyState
      title={t('vending:replenish.nothingNeeded')}
      hint={t('vending:replenish.nothingNeededHint')}
    />
  ) : (
    <EmptyState title={t('vending:device.none')} hint={t('vending:device.noneHint')} />
  );
}

/** Makes a round of the machines that were ticked. */
function PlanBar({
  records,
  chosen,
  onChosen,
}: {
  records: readonly StockRecord[];
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
}) {
  const t = useText();
  const navigate = useNavigate();
  const [onlyLow, setOnlyLow] = useState(false);
  const [withPrizes, setWithPrizes] = useState(true);
  const plan = useAct(vendingContract.createRound, {
    onDone: ({ id }) => void navigate(`/replenishment?roundId=${id}`),
  });
  const needing = records.filter(({ missing }) => missing > 0).map((record) => record.equipmentId);
  return (
    <div className={classes.reach}>
      <StickyActions
        aside={
          chosen.size > 0 && (
            <Group gap="md">
              <Checkbox
                label={t('vending:replenish.onlyLow')}
                checked={onlyLow}
                onChange={(event) => setOnlyLow(event.currentTarget.checked)}
              />
              <Checkbox
                label={t('vending:replenish.withPrizes')}
                checked={withPrizes}
                onChange={(event) => setWithPrizes(event.currentTarget.checked)}
              />
            </Group>
          )
        }
      >
        <Button variant="default" onClick={() => onChosen(new Set(chosen.size > 0 ? [] : needing))}>
          {t(chosen.size > 0 ? 'kit:ui.chooseNone' : 'kit:ui.chooseAll')}
        </Button>
        <Button
          disabled={chosen.size === 0}
          loading={plan.isPending}
          onClick={() => plan.mutate({ equipmentIds: [...chosen], onlyLow, withPrizes })}
        >
          {t('vending:replenish.plan', { count: chosen.size })}
        </Button>
      </StickyActions>
    </div>
  );
}
