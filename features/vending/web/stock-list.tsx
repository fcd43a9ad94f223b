import { Button, Checkbox, Group, Paper, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAct, useInfiniteCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useLive } from '#kit/ui/live.ts';
import { useCan } from '#kit/ui/session.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import type { StockRecord } from '../contract/stock.ts';
import { vendingContract } from '../contract.ts';
import { OpenRounds } from './open-rounds.tsx';
import { LaneBars } from './stock-parts.tsx';
import classes from './vending.module.css';
import { OnlineBadge, useDeviceName } from './with-device.tsx';

const searchDelayMs = 250;

/** Machines that need a visit most first; several of them make a round. */
export function StockList() {
  const t = useText();
  const navigate = useNavigate();
  const site = useCurrentSite();
  const mayFill = useCan(vendingContract.createRound);
  const [search, setSearch] = useState('');
  const [name] = useDebouncedValue(search.trim(), searchDelayMs);
  const [needy, setNeedy] = useState(false);
  const [onlyLow, setOnlyLow] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useInfiniteCall(vendingContract.listStock, {
    size: 20,
    ...(name && { name }),
    ...(site && { fieldId: site.id }),
    ...(needy && { needy }),
  });
  useLive(/^(vending\.stock|device\.changed|settings\.change)/, () => void list.refetch());
  const plan = useAct(vendingContract.createRound, {
    invalidates: [vendingContract.listRounds],
    onDone: ({ id }) => void navigate(`/replenishment?roundId=${id}`),
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
      <Group gap="sm">
        <TextInput
          type="search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('vending:device.search')}
          aria-label={t('vending:device.search')}
          leftSection={<Icon name="search" size={16} />}
          flex={1}
          miw={180}
          maw={360}
        />
        <Switch
          label={t('vending:replenish.needy')}
          checked={needy}
          onChange={(event) => setNeedy(event.currentTarget.checked)}
          py={6}
        />
      </Group>
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <ListSkeleton height={140} rows={3} />
      ) : records.length === 0 ? (
        <EmptyState
          title={t(needy || name ? 'vending:replenish.nothingNeeded' : 'vending:device.none')}
          hint={t(needy || name ? 'vending:replenish.nothingNeededHint' : 'vending:device.noneHint')}
        />
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
      {mayFill && records.length > 0 && (
        <div className={classes.reach}>
          <StickyActions
            aside={
              chosen.size > 0 && (
                <Checkbox
                  label={t('vending:replenish.onlyLow')}
                  checked={onlyLow}
                  onChange={(event) => setOnlyLow(event.currentTarget.checked)}
                />
              )
            }
          >
            <Button
              variant="default"
              onClick={() =>
                setChosen(
                  chosen.size > 0
                    ? new Set()
                    : new Set(
                        records.filter(({ missing }) => missing > 0).map((record) => record.equipmentId),
                      ),
                )
              }
            >
              {t(chosen.size > 0 ? 'kit:ui.chooseNone' : 'kit:ui.chooseAll')}
            </Button>
            <Button
              disabled={chosen.size === 0}
              loading={plan.isPending}
              onClick={() => plan.mutate({ equipmentIds: [...chosen], onlyLow })}
            >
              {t('vending:replenish.plan', { count: chosen.size })}
            </Button>
          </StickyActions>
        </div>
      )}
    </div>
  );
}

function StockCard({
  record,
  chosen,
  onToggle,
}: {
  record: StockRecord;
  chosen: boolean;
  onToggle: (() => void) | undefined;
}) {
  const t = useText();
  const name = useDeviceName()(record);
  return (
    <Paper withBorder className={classes.card} data-chosen={chosen || undefined} component="article">
      <div className={classes.cardHead}>
        {onToggle && (
          <Checkbox
            size="md"
            checked={chosen}
            onChange={onToggle}
            aria-label={t('vending:replenish.chooseDevice', { name })}
          />
        )}
        <div className={classes.grow}>
          <Text fw={650}>{name}</Text>
          <Text size="sm" c="dimmed">
            {record.fieldName}
          </Text>
        </div>
        <OnlineBadge online={record.online} />
      </div>
      <LaneBars lanes={record.lanes} />
      <Group gap={6}>
        <Text size="sm" className={classes.figures}>
          {t('vending:stock.of', { stock: record.stock, capacity: record.capacity })}
        </Text>
        {record.emptyLanes > 0 && (
          <StatusBadge tone="bad">{t('vending:replenish.empty', { count: record.emptyLanes })}</StatusBadge>
        )}
        {record.lowLanes > 0 && (
          <StatusBadge tone="waiting">{t('vending:replenish.low', { count: record.lowLanes })}</StatusBadge>
        )}
        {record.expiringLanes > 0 && (
          <StatusBadge tone="waiting">
            {t('vending:replenish.expiring', { count: record.expiringLanes })}
          </StatusBadge>
        )}
        {record.unsetLanes > 0 && (
          <StatusBadge tone="quiet">{t('vending:replenish.unset', { count: record.unsetLanes })}</StatusBadge>
        )}
      </Group>
      <Group gap="xs" grow>
        <Button
          variant="light"
          component={Link}
          to={`/replenishment?equipmentId=${record.equipmentId}`}
          aria-label={t('vending:replenish.fillOf', { name })}
        >
          {record.missing > 0
            ? t('vending:replenish.fillMissing', { count: record.missing })
            : t('vending:replenish.lanesOf')}
        </Button>
      </Group>
    </Paper>
  );
}
