import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useAct, useCall } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { Time } from '#kit/ui/display.tsx';
import { ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { useCan } from '#kit/ui/session.ts';
import { firmwareContract, type Rollout, type RolloutItem } from '../contract.ts';
import { ItemBadge, RolloutBadge, RolloutProgress } from './states.tsx';

const { listRollouts, readRollout, steerRollout, rollBack } = firmwareContract;

function Title({ rollout }: { rollout: Rollout }) {
  const t = useText();
  return t(`firmware:rollout.title.${rollout.kind}.${rollout.target}`, { version: rollout.version });
}

function Stage({ rollout }: { rollout: Rollout }) {
  const t = useText();
  return t('firmware:rollout.stage', {
    stage: rollout.stage + 1,
    stages: rollout.stages.length,
    percent: rollout.stages[rollout.stage] ?? 100,
  });
}

const list = defineList({
  endpoint: listRollouts,
  id: 'rollouts',
  columns: [
    {
      key: 'version',
      label: 'firmware:rollout.what',
      primary: true,
      render: (row) => <Title rollout={row} />,
    },
    {
      key: 'createdAt',
      label: 'firmware:rollout.started',
      secondary: true,
      render: (row) => <Time value={row.createdAt} />,
    },
    { key: 'userName', label: 'firmware:rollout.by', hideOnPhone: true },
    { key: 'stage', label: 'firmware:rollout.stageLabel', render: (row) => <Stage rollout={row} /> },
    {
      key: 'installed',
      label: 'firmware:rollout.progressLabel',
      noExport: true,
      render: (row) => <RolloutProgress rollout={row} />,
    },
    {
      key: 'state',
      label: 'firmware:rollout.state',
      trailing: true,
      render: (row) => <RolloutBadge rollout={row} />,
    },
  ],
  rowDetail: (row) => <RolloutDetail id={row.id} />,
  rowTitle: (row) => <Title rollout={row} />,
  empty: { title: 'firmware:rollout.none', hint: 'firmware:rollout.emptyHint' },
  live: 'firmware.',
});

export function RolloutList() {
  return <ListPage definition={list} />;
}

function ItemRow({ item }: { item: RolloutItem }) {
  const t = useText();
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          {t('firmware:device.name', {
            number: item.equipmentNo,
            name: item.equipmentName ?? item.typeName,
          })}
        </Text>
        <ItemBadge state={item.state} percent={item.percent} />
      </Group>
      <Text size="xs" c="dimmed">
        {t('firmware:item.versions', { from: item.fromVersion ?? '—', to: item.version })}
        {item.state === 'waiting' && !item.online && ` · ${t('firmware:item.offline')}`}
        {item.reason && ` · ${t(`firmware:reason.${item.reason}`)}`}
      </Text>
      {item.state === 'downloading' && <Progress value={item.percent} size="sm" aria-label={item.code} />}
    </Stack>
  );
}

function RolloutDetail({ id }: { id: string }) {
  const t = useText();
  const { data, error, refetch } = useCall(readRollout, { id });
  useLiveInvalidate('firmware.', readRollout);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <RolloutBadge rollout={data} />
        <Text size="sm" c="dimmed">
          <Stage rollout={data} />
        </Text>
      </Group>
      <RolloutProgress rollout={data} />
      {data.pausedBy === 'failures' && (
        <Alert color="red">{t('firmware:rollout.failuresHint', { limit: data.maxFailurePercent })}</Alert>
      )}
      <Steering rollout={data} />
      {data.items.map((item) => (
        <ItemRow key={item.equipmentId} item={item} />
      ))}
    </Stack>
  );
}

type Steer = 'pause' | 'resume' | 'retry' | 'cancel';

function stepsFor(rollout: Rollout): Steer[] {
  const steps: Steer[] = [];
  if (rollout.state === 'running') steps.push('pause');
  if (rollout.state === 'paused') steps.push('resume');
  if (rollout.failed > 0 && rollout.state !== 'cancelled') steps.push('retry');
  if (rollout.state === 'running' || rollout.state === 'paused') steps.push('cancel');
  return steps;
}

function Steering({ rollout }: { rollout: Rollout }) {
  const t = useText();
  const allowed = useCan(steerRollout);
  const options = { success: 'kit:action.saved', invalidates: [listRollouts, readRollout] };
  const steer = useAct(steerRollout, options);
  const back = useAct(rollBack, options);
  if (!allowed) return null;
  const ask = async (key: string, act: () => void) => {
    if (
      await confirm({
        title: t(`firmware:ask.${key}`),
        confirmLabel: t(`firmware:steer.${key}`),
        danger: true,
      })
    )
      act();
  };
  return (
    <Group gap="xs">
      {stepsFor(rollout).map((action) => (
        <Button
          key={action}
          size="sm"
          mih={44}
          variant={action === 'cancel' ? 'subtle' : 'default'}
          color={action === 'cancel' ? 'red' : undefined}
          loading={steer.isPending}
          onClick={() => {
            const act = () => steer.mutate({ id: rollout.id, action });
            if (action === 'cancel') void ask('cancel', act);
            else act();
          }}
        >
          {t(`firmware:steer.${action}`)}
        </Button>
      ))}
      {rollout.kind === 'update' && rollout.installed > 0 && (
        <Button
          size="sm"
          mih={44}
          variant="default"
          loading={back.isPending}
          onClick={() => void ask('rollBack', () => back.mutate({ id: rollout.id }))}
        >
          {t('firmware:steer.rollBack')}
        </Button>
      )}
    </Group>
  );
}
