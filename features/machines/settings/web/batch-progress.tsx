import { Button, Group, Pagination, Paper, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import choices from '#kit/pages/choices.module.css';
import { useAct, useCall } from '#kit/ui/api.ts';
import { Heading, Hint, StatusBadge, Time } from '#kit/ui/display.tsx';
import { ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Can } from '#kit/ui/session.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { type BatchItem, type BatchRecord, type ChangeState, settingsContract } from '../contract.ts';
import { failureText } from './change-status.tsx';
import { deviceName } from './device-name.ts';
import { DifferenceList } from './difference-list.tsx';
import classes from './settings.module.css';

const pageSize = 50;
type Shown = 'all' | ChangeState;

/** How far a batch has come, device by device; moves by itself and never shows more than a page. */
export function BatchProgress({ batchId }: { batchId: string }) {
  const [shown, setShown] = useState<Shown>('all');
  const [current, setCurrent] = useState(1);
  const { data, error, refetch } = useCall(
    settingsContract.readBatch,
    { id: batchId, state: shown === 'all' ? undefined : shown, current, size: pageSize },
    { keepPrevious: true },
  );
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />;
  const { batch, items } = data;
  return (
    <div className={classes.page}>
      <BatchHead batch={batch} />
      <StateChoice
        batch={batch}
        shown={shown}
        onChange={(next) => {
          setShown(next);
          setCurrent(1);
        }}
      />
      <Items items={items.records} />
      {items.pages > 1 && <Pages pages={items.pages} current={current} onChange={setCurrent} />}
      <BatchActions batch={batch} />
    </div>
  );
}

function BatchHead({ batch }: { batch: BatchRecord }) {
  const t = useText();
  const part = (count: number) => (batch.total === 0 ? 0 : (count / batch.total) * 100);
  const ended = batch.applied + batch.failed;
  return (
    <Paper withBorder p="md" component="section" data-batch={batch.state}>
      <Group justify="space-between" mb="xs">
        <Heading size="h4">{t(`settings:batch.kind.${batch.kind}`)}</Heading>
        <StatusBadge tone={batch.state === 'running' ? 'waiting' : batch.failed > 0 ? 'bad' : 'good'}>
          {t(`settings:batch.state.${batch.state}`)}
        </StatusBadge>
      </Group>
      <Progress.Root size={18} aria-label={t('settings:batch.ended', { ended, total: batch.total })}>
        <Progress.Section value={part(batch.applied)} color="var(--chart-1)" aria-hidden />
        <Progress.Section value={part(batch.failed)} color="red.7" aria-hidden />
        <Progress.Section
          value={part(batch.pending)}
          color="coin.4"
          striped
          animated={batch.state === 'running'}
          aria-hidden
        />
      </Progress.Root>
      <Group justify="space-between" mt="xs" gap="xs">
        <Text size="sm" aria-live="polite">
          {t('settings:batch.counts', {
            applied: batch.applied,
            failed: batch.failed,
            pending: batch.pending,
            total: batch.total,
          })}
        </Text>
        <Text size="sm" c="dimmed" component="span">
          {batch.userName} <Time value={batch.createdAt} />
        </Text>
      </Group>
    </Paper>
  );
}

function StateChoice({
  batch,
  shown,
  onChange,
}: {
  batch: BatchRecord;
  shown: Shown;
  onChange: (shown: Shown) => void;
}) {
  const t = useText();
  const counts: Record<Shown, number> = {
    all: batch.total,
    pending: batch.pending,
    applied: batch.applied,
    failed: batch.failed,
  };
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('settings:batch.show')}
      value={shown}
      onChange={(next) => onChange(next as Shown)}
      data={(Object.keys(counts) as Shown[]).map((value) => ({
        value,
        label: t('settings:batch.tab', { name: t(`settings:batch.item.${value}`), count: counts[value] }),
      }))}
    />
  );
}

const tones = { pending: 'waiting', applied: 'good', failed: 'bad' } as const;

function Items({ items }: { items: readonly BatchItem[] }) {
  const t = useText();
  if (items.length === 0)
    return (
      <Text c="dimmed" ta="center" py="xl">
        {t('settings:batch.noItems')}
      </Text>
    );
  return (
    <Paper withBorder component="ul" className={choices.choices}>
      {items.map((item) => (
        <li key={item.device.equipmentId} className={classes.previewItem} data-code={item.device.code}>
          <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <Stack gap={0} miw={0}>
              <Text
                fw={600}
                size="sm"
                component={Link}
                to={`/machineSetting?equipmentId=${item.device.equipmentId}`}
                c="inherit"
              >
                {deviceName(t, item.device)}
              </Text>
              <Hint>
                {t('settings:device.place', {
                  number: item.device.equipmentNo,
                  code: item.device.code,
                  site: item.device.fieldName ?? '',
                })}
              </Hint>
            </Stack>
            <StatusBadge tone={tones[item.state]}>{t(`settings:batch.item.${item.state}`)}</StatusBadge>
          </Group>
          {item.state === 'failed' && (
            <Text size="sm" c="var(--mantine-color-error)">
              {failureText(t, item.device.type, item)}
            </Text>
          )}
          {item.state !== 'failed' && (
            <DifferenceList type={item.device.type} differences={item.differences} />
          )}
        </li>
      ))}
    </Paper>
  );
}

function Pages({
  pages,
  current,
  onChange,
}: {
  pages: number;
  current: number;
  onChange: (page: number) => void;
}) {
  const t = useText();
  return (
    <Group justify="center">
      <Pagination
        total={pages}
        value={current}
        onChange={onChange}
        getControlProps={(control) => ({
          'aria-label': control === 'next' ? t('kit:page.nextPage') : t('kit:page.previousPage'),
        })}
        getItemProps={(page) => ({ 'aria-label': t('kit:page.pageNumber', { page }) })}
      />
    </Group>
  );
}

function BatchActions({ batch }: { batch: BatchRecord }) {
  const t = useText();
  const retry = useAct(settingsContract.retryBatch);
  return (
    <StickyActions>
      <Button component={Link} to="/batchModify" variant="default">
        {t('settings:batch.another')}
      </Button>
      {batch.state === 'finished' && batch.applied > 0 && batch.kind !== 'restore' && (
        <Can endpoint={settingsContract.putBatchBack}>
          <Button
            component={Link}
            to={`/batchModify?putBack=${batch.id}`}
            variant="default"
            leftSection={<Icon name="history" />}
          >
            {t('settings:batch.putBack')}
          </Button>
        </Can>
      )}
      {batch.retryable > 0 && (
        <Can endpoint={settingsContract.retryBatch}>
          <Button
            leftSection={<Icon name="refresh" />}
            loading={retry.isPending}
            disabled={batch.state === 'running'}
            onClick={() => retry.mutate({ id: batch.id })}
          >
            {t('settings:batch.retry', { count: batch.retryable })}
          </Button>
        </Can>
      )}
    </StickyActions>
  );
}
