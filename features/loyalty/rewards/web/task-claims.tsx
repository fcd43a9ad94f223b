import { Group, Stack, Text } from '@mantine/core';
import { Endless } from '#kit/pages/endless.tsx';
import { KeyValue, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { rewardsContract, type TaskRecord } from '../contract.ts';

/** What a task asks, what it gave, and to whom. */
export function TaskClaims({ task }: { task: TaskRecord }) {
  const t = useText();
  const { unit, budget, dayBudget, given, claims, streakDays, streakBonus } = task;
  const amount = (count: number) => t(`kit:pieces.${unit}`, { count });
  return (
    <Stack gap="md">
      <KeyValue
        rows={[
          { label: t('rewards:field.period'), value: t(`rewards:period.${task.period}`) },
          { label: t('kit:thing.siteLabel'), value: task.fieldName ?? t('rewards:page.allSites') },
          { label: t('rewards:field.reward'), value: amount(task.amount) },
          ...(streakDays && streakBonus
            ? [
                {
                  label: t('rewards:field.streakBonus'),
                  value: t('rewards:page.streak', { days: streakDays, amount: amount(streakBonus) }),
                },
              ]
            : []),
          { label: t('rewards:field.claims'), value: claims.toLocaleString() },
          {
            label: t('rewards:field.given'),
            value: budget === null ? amount(given) : `${given.toLocaleString()} / ${amount(budget)}`,
          },
          ...(dayBudget ? [{ label: t('rewards:field.dayBudget'), value: amount(dayBudget) }] : []),
        ]}
      />
      <Endless
        call={[rewardsContract.listClaims, { taskId: task.id, size: 20 }]}
        empty={{ title: 'rewards:empty.claims' }}
      >
        {(records) => (
          <Stack gap="xs">
            {records.map((claim) => (
              <Group key={claim.id} justify="space-between" wrap="nowrap">
                <div>
                  <Text size="sm">{claim.playerName ?? '–'}</Text>
                  <Text size="xs" c="dimmed" component="div">
                    <Time value={claim.createdAt} /> {claim.fieldName}
                  </Text>
                </div>
                <Text size="sm" fw={600}>
                  +{amount(claim.amount)}
                </Text>
              </Group>
            ))}
          </Stack>
        )}
      </Endless>
    </Stack>
  );
}
