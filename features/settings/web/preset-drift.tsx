import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Can } from '#kit/ui/session.ts';
import { toast } from '#kit/ui/toast.ts';
import { settingsContract } from '../contract.ts';
import { deviceName } from './device-name.ts';
import { DifferenceList } from './difference-list.tsx';
import { OnlineBadge } from './online-badge.tsx';
import classes from './settings.module.css';

type Preset = OutputOf<typeof settingsContract.readPreset>;
const shownAtOnce = 5;

/** The devices that do not run with what the preset says, and one tap to put them right. */
export function PresetDrift({ preset }: { preset: Preset }) {
  const t = useText();
  const navigate = useNavigate();
  const [limit, setLimit] = useState(shownAtOnce);
  const drifted = preset.devices.filter(({ differences }) => differences.length > 0);
  const reachable = drifted.filter(({ device }) => device.online);
  const mend = useAct(settingsContract.mendDrift, {
    onDone: ({ batchId }, { equipmentIds }) => {
      // One machine answers in a moment and leaves the list by itself; many are watched.
      if (equipmentIds.length > 1) void navigate(`/batchModify?batchId=${batchId}`);
      else toast.info(t('settings:drift.sent'));
    },
  });
  return (
    <Paper withBorder component="section" className={classes.section}>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} size="h5">
            {t('settings:preset.devices')}
          </Title>
          <Text size="sm" c="dimmed">
            {drifted.length > 0
              ? t('settings:preset.drifted', { count: drifted.length, total: preset.devices.length })
              : t('settings:preset.agreed', { count: preset.devices.length })}
          </Text>
        </div>
        {reachable.length > 0 && (
          <Can endpoint={settingsContract.mendDrift}>
            <Button
              leftSection={<Icon name="tool" />}
              loading={mend.isPending}
              onClick={() =>
                mend.mutate({
                  equipmentIds: reachable.map(({ device }) => device.equipmentId),
                  to: 'preset',
                })
              }
            >
              {t('settings:preset.mendAll', { count: reachable.length })}
            </Button>
          </Can>
        )}
      </Group>
      <Stack gap="xs">
        {drifted.slice(0, limit).map(({ device, differences }) => (
          <Paper key={device.equipmentId} withBorder p="sm" data-code={device.code}>
            <Group justify="space-between" mb={6}>
              <Text fw={600} size="sm">
                {deviceName(t, device)}
                <Text component="span" c="dimmed" size="sm" fw={400}>
                  {` ${device.fieldName}`}
                </Text>
              </Text>
              <OnlineBadge online={device.online} />
            </Group>
            <DifferenceList type={device.type} differences={differences} />
            <Can endpoint={settingsContract.mendDrift}>
              <Button
                mt="xs"
                size="sm"
                variant="default"
                disabled={!device.online || mend.isPending}
                onClick={() => mend.mutate({ equipmentIds: [device.equipmentId], to: 'preset' })}
              >
                {device.online ? t('settings:drift.mend') : t('settings:page.offlineSave')}
              </Button>
            </Can>
          </Paper>
        ))}
        {drifted.length > limit && (
          <Button variant="default" onClick={() => setLimit((before) => before + shownAtOnce)}>
            {t('settings:pick.showMore', { count: drifted.length - limit })}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}
