import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { DeviceState } from '#features/machines/fleet/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct, useInfiniteCall } from '#kit/ui/api.ts';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { ErrorState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Can } from '#kit/ui/session.ts';
import { toast } from '#kit/ui/toast.ts';
import { settingsContract } from '../contract.ts';
import { deviceName } from './device-name.ts';
import { DifferenceList } from './difference-list.tsx';
import classes from './settings.module.css';

type Preset = OutputOf<typeof settingsContract.readPreset>;
const shownAtOnce = 5;

/** The devices that do not run with what the preset says, and one tap to put them right. */
export function PresetDrift({ preset }: { preset: Preset }) {
  const t = useText();
  const navigate = useNavigate();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteCall(
    settingsContract.listDrifted,
    { id: preset.id, size: shownAtOnce },
  );
  const isSent = () => toast.info(t('settings:drift.sent'));
  const mendOne = useAct(settingsContract.mendDrift, { onDone: isSent });
  // One machine answers in a moment and leaves the list by itself; many are watched.
  const mendAll = useAct(settingsContract.mendToPreset, {
    onDone: ({ batchId }) => {
      if (preset.mendableNumber > 1) void navigate(`/batchModify?batchId=${batchId}`);
      else isSent();
    },
  });
  const isBusy = mendOne.isPending || mendAll.isPending;
  return (
    <Paper withBorder component="section" className={classes.section}>
      <Group justify="space-between" mb="sm">
        <div>
          <Heading>{t('settings:preset.devices')}</Heading>
          <Hint>
            {preset.driftNumber > 0
              ? t('settings:preset.drifted', { count: preset.driftNumber, total: preset.deviceNumber })
              : t('settings:preset.agreed', { count: preset.deviceNumber })}
          </Hint>
        </div>
        {preset.mendableNumber > 0 && (
          <Can endpoint={settingsContract.mendToPreset}>
            <Button
              leftSection={<Icon name="tool" />}
              loading={mendAll.isPending}
              onClick={() => mendAll.mutate({ id: preset.id })}
            >
              {t('settings:preset.mendAll', { count: preset.mendableNumber })}
            </Button>
          </Can>
        )}
      </Group>
      <Stack gap="xs">
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.records.map(({ device, differences }) => (
          <Paper key={device.equipmentId} withBorder p="sm" data-code={device.code}>
            <Group justify="space-between" mb={6}>
              <Text fw={600} size="sm">
                {deviceName(t, device)}
                <Text component="span" c="dimmed" size="sm" fw={400}>
                  {` ${device.fieldName}`}
                </Text>
              </Text>
              <DeviceState device={device} />
            </Group>
            <DifferenceList type={device.type} differences={differences} />
            <Can endpoint={settingsContract.mendDrift}>
              <Button
                mt="xs"
                size="sm"
                variant="default"
                disabled={!device.online || isBusy}
                onClick={() => mendOne.mutate({ equipmentIds: [device.equipmentId], to: 'preset' })}
              >
                {device.online ? t('settings:drift.mend') : t('settings:page.offlineSave')}
              </Button>
            </Can>
          </Paper>
        ))}
        {data && hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('settings:pick.showMore', { count: data.total - data.records.length })}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}
