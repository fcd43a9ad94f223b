import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '#kit/ui/api.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { settingsContract } from '../contract.ts';
import type { BatchValues } from './batch-steps.tsx';
import { deviceName } from './device-name.ts';
import { DifferenceList } from './difference-list.tsx';
import classes from './settings.module.css';

const shownAtOnce = 30;

/** What would change on each device, and which can not be reached. Nothing is sent yet. */
export function BatchPreview({ values }: { values: BatchValues }) {
  const t = useText();
  const [limit, setLimit] = useState(shownAtOnce);
  const { data, error, refetch } = useCall(
    settingsContract.previewBatch,
    { equipmentIds: values.equipmentIds, settings: values.settings },
    { staleMs: 0 },
  );
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />;
  const blocked = data.items.filter((item) => item.blocked !== null);
  // What stands in the way comes first: it is what a person can still change.
  const items = [...blocked, ...data.items.filter((item) => item.blocked === null)];
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <StatusBadge tone="good">
          {t('settings:batch.willChange', { count: items.length - blocked.length })}
        </StatusBadge>
        {blocked.length > 0 && (
          <StatusBadge tone="waiting">{t('settings:batch.blocked', { count: blocked.length })}</StatusBadge>
        )}
      </Group>
      {blocked.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('settings:batch.blockedHint')}
        </Text>
      )}
      <Paper withBorder component="ul" className={classes.choices}>
        {items.slice(0, limit).map((item) => (
          <li key={item.device.equipmentId} className={classes.previewItem}>
            <Group justify="space-between" gap="xs" mb={item.blocked ? 0 : 4}>
              <Text fw={600} size="sm">
                {deviceName(t, item.device)}
                <Text component="span" c="dimmed" size="sm" fw={400}>
                  {` ${item.device.fieldName}`}
                </Text>
              </Text>
              {item.blocked && (
                <StatusBadge tone="waiting">{t(`settings:failure.${item.blocked}`)}</StatusBadge>
              )}
            </Group>
            {!item.blocked && <DifferenceList type={item.device.type} differences={item.differences} />}
          </li>
        ))}
      </Paper>
      {items.length > limit && (
        <Button variant="default" onClick={() => setLimit((before) => before + shownAtOnce)}>
          {t('settings:pick.showMore', { count: items.length - limit })}
        </Button>
      )}
    </Stack>
  );
}
