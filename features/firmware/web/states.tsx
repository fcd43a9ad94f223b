import { Group, Progress, Text } from '@mantine/core';
import { StatusBadge, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { ItemState, Rollout, RolloutState } from '../contract.ts';

const itemTones: Record<ItemState, Tone> = {
  waiting: 'quiet',
  sent: 'waiting',
  downloading: 'waiting',
  verified: 'waiting',
  installed: 'good',
  rolledBack: 'bad',
  failed: 'bad',
  cancelled: 'quiet',
};

const rolloutTones: Record<RolloutState, Tone> = {
  running: 'info',
  paused: 'waiting',
  finished: 'good',
  cancelled: 'quiet',
};

export function ItemBadge({ state, percent }: { state: ItemState; percent: number | null }) {
  const t = useText();
  return (
    <StatusBadge tone={itemTones[state]}>
      {state === 'downloading'
        ? t('firmware:item.downloadingPercent', { percent: percent ?? 0 })
        : t(`firmware:item.${state}`)}
    </StatusBadge>
  );
}

export function RolloutBadge({ rollout }: { rollout: Rollout }) {
  const t = useText();
  return (
    <StatusBadge tone={rollout.pausedBy === 'failures' ? 'bad' : rolloutTones[rollout.state]}>
      {t(`firmware:rollout.${rollout.shownState}`)}
    </StatusBadge>
  );
}

/** Installed and failed of all, as one bar and in words. */
export function RolloutProgress({ rollout }: { rollout: Rollout }) {
  const t = useText();
  const part = (number: number) => (rollout.total === 0 ? 0 : (number / rollout.total) * 100);
  const words = t('firmware:rollout.progress', {
    installed: rollout.installed,
    total: rollout.total,
    failed: rollout.failed,
  });
  return (
    <Group gap="xs" wrap="nowrap" miw={160}>
      <Progress.Root size="md" flex={1} miw={80}>
        <Progress.Section value={part(rollout.installed)} color="teal" aria-label={words} />
        <Progress.Section value={part(rollout.moving)} color="blue" striped animated aria-hidden />
        <Progress.Section value={part(rollout.failed)} color="red" aria-hidden />
      </Progress.Root>
      <Text size="xs" c="dimmed">
        {words}
      </Text>
    </Group>
  );
}
