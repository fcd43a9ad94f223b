import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import choices from '#kit/pages/choices.module.css';
import { Hint, StatusBadge } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import {
  type ChangeFailure,
  type DeviceBrief,
  type SettingDifference,
  settingsContract,
} from '../contract.ts';
import type { BatchValues } from './batch-steps.tsx';
import { deviceName } from './device-name.ts';
import { DifferenceList } from './difference-list.tsx';
import classes from './settings.module.css';

const shownAtOnce = 30;

/** What would change on each device, and which can not be reached. Nothing is sent yet. */
export const BatchPreview = ({ values: { equipmentIds, settings } }: { values: BatchValues }) => (
  <Loaded call={[settingsContract.previewBatch, { equipmentIds, settings }]} skeleton="list" staleMs={0}>
    {({ items }) => <PreviewItems all={items} />}
  </Loaded>
);

interface PreviewItem {
  device: DeviceBrief;
  differences: readonly SettingDifference[];
  changedSince?: readonly SettingDifference[];
  blocked: ChangeFailure | null;
}

/** Machine by machine; what stands in the way comes first: it is what a person can still change. */
export function PreviewItems({ all }: { all: readonly PreviewItem[] }) {
  const t = useText();
  const [limit, setLimit] = useState(shownAtOnce);
  const blocked = all.filter((item) => item.blocked !== null);
  const items = [...blocked, ...all.filter((item) => item.blocked === null)];
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
      {blocked.some((item) => item.blocked === 'offline') && <Hint>{t('settings:batch.blockedHint')}</Hint>}
      <Paper withBorder component="ul" className={choices.choices}>
        {items.slice(0, limit).map((item) => (
          <Item key={item.device.equipmentId} item={item} />
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

function Item({ item: { device, differences, changedSince = [], blocked } }: { item: PreviewItem }) {
  const t = useText();
  return (
    <li className={classes.previewItem} data-code={device.code} data-blocked={blocked ?? undefined}>
      <Group justify="space-between" gap="xs" mb={blocked ? 0 : 4}>
        <Text fw={600} size="sm">
          {deviceName(t, device)}
          <Text component="span" c="dimmed" size="sm" fw={400}>
            {` ${device.fieldName}`}
          </Text>
        </Text>
        {blocked && <StatusBadge tone="waiting">{t(`settings:failure.${blocked}`)}</StatusBadge>}
      </Group>
      {!blocked && <DifferenceList type={device.type} differences={differences} />}
      {changedSince.length > 0 && (
        <>
          <Hint>{t('settings:batch.stays')}</Hint>
          <DifferenceList type={device.type} differences={changedSince} />
        </>
      )}
    </li>
  );
}
