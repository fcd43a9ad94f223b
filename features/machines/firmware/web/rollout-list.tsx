import { Alert, Progress } from '@mantine/core';
import { useMemo } from 'react';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { listPage } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { firmwareContract, type Rollout, type RolloutItem } from '../contract.ts';
import { RolloutProgress } from './rollout-progress.tsx';

const { listRollouts, readRollout, steerRollout, rollBack } = firmwareContract;

type Steer = 'pause' | 'resume' | 'retry' | 'cancel';
const steering = (action: Steer, visible: (rollout: Rollout) => boolean): Action<Rollout> => ({
  label: `firmware:steer.${action}`,
  call: callOf(steerRollout, ({ id }: Rollout) => ({ id, action })),
  visible,
  success: 'kit:action.saved',
});

const steps: readonly Action<Rollout>[] = [
  steering('pause', ({ state }) => state === 'running'),
  steering('resume', ({ state }) => state === 'paused'),
  steering('retry', ({ state, failed }) => failed > 0 && state !== 'cancelled'),
  {
    label: 'firmware:steer.rollBack',
    call: callOf(rollBack, ({ id }: Rollout) => ({ id })),
    visible: ({ kind, installed }) => kind === 'update' && installed > 0,
    confirm: { title: 'firmware:ask.rollBack' },
    danger: true,
    success: 'kit:action.saved',
  },
  {
    ...steering('cancel', ({ state }) => state === 'running' || state === 'paused'),
    confirm: { title: 'firmware:ask.cancel' },
    danger: true,
  },
];

function Stopped({ rollout }: { rollout: Rollout }) {
  const t = useText();
  if (rollout.shownState !== 'stopped') return null;
  return (
    <Alert color="red">{t('firmware:rollout.failuresHint', { limit: rollout.maxFailurePercent })}</Alert>
  );
}

/** Why an item stands as it does: the way it goes, what it waits for, what failed. */
function ItemNote({ item }: { item: RolloutItem }) {
  const t = useText();
  return (
    <>
      {t('firmware:item.versions', { from: item.fromVersion ?? '—', to: item.version })}
      {item.state === 'waiting' && !item.online && ` · ${t('firmware:item.offline')}`}
      {item.reasonName && ` · ${item.reasonName}`}
      {item.state === 'downloading' && <Progress value={item.percent} size="sm" aria-label={item.code} />}
    </>
  );
}

const detailOf = (id: string) =>
  defineDetail({
    endpoint: readRollout,
    texts: 'firmware:rolloutField',
    input: { id },
    head: {
      title: 'title',
      state: 'shownState',
      facts: ['stageName'],
      note: (rollout) => <Stopped rollout={rollout} />,
    },
    sections: [
      { content: (rollout) => <RolloutProgress rollout={rollout} /> },
      {
        lines: {
          of: 'items',
          columns: [
            { key: 'equipmentName', phone: 'what' },
            { key: 'version', phone: 'more', render: (item) => <ItemNote item={item} /> },
            'state',
          ],
        },
      },
    ],
    actions: steps,
  });

function RolloutDetail({ id }: { id: string }) {
  const definition = useMemo(() => detailOf(id), [id]);
  return <DetailPage definition={definition} />;
}

export const RolloutList = listPage({
  endpoint: listRollouts,
  texts: 'firmware:rolloutField',
  id: 'rollouts',
  columns: [
    { key: 'title', phone: 'what' },
    'createdAt',
    { key: 'userName', phone: false },
    'stageName',
    { key: 'progress', phone: 'more', render: (rollout) => <RolloutProgress rollout={rollout} /> },
    'shownState',
  ],
  rowDetail: (row) => <RolloutDetail id={row.id} />,
  rowTitle: (row) => row.title,
  empty: { title: 'firmware:rollout.none', hint: 'firmware:rollout.emptyHint' },
});
