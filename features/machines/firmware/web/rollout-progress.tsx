import { Group, Progress } from '@mantine/core';
import { Hint } from '#kit/ui/display.tsx';
import type { Rollout } from '../contract.ts';

/** Installed and failed of all, as one bar and in words. */
export function RolloutProgress({ rollout }: { rollout: Rollout }) {
  const part = (number: number) => (rollout.total === 0 ? 0 : (number / rollout.total) * 100);
  return (
    <Group gap="xs" wrap="nowrap" miw={160}>
      <Progress.Root size="md" flex={1} miw={80}>
        <Progress.Section value={part(rollout.installed)} color="teal" aria-label={rollout.progress} />
        <Progress.Section value={part(rollout.moving)} color="blue" striped animated aria-hidden />
        <Progress.Section value={part(rollout.failed)} color="red" aria-hidden />
      </Progress.Root>
      <Hint size="xs">{rollout.progress}</Hint>
    </Group>
  );
}
