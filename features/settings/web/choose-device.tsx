import { Button, Paper, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import { type DeviceRecord, devicesContract } from '#features/devices/contract.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { useInfiniteCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { deviceName } from './device-name.ts';
import { OnlineBadge } from './online-badge.tsx';
import classes from './settings.module.css';

const pageSize = 30;
const searchPauseMs = 250;

interface ChooseDeviceProps {
  types: readonly DeviceType[];
  /** the device that looks for another one */
  exceptId?: string;
  onChoose: (device: DeviceRecord) => void;
}

/** Machines that fit, those of the current site unless none is chosen. */
export function ChooseDevice({ types, exceptId, onChoose }: ChooseDeviceProps) {
  const t = useText();
  const site = useCurrentSite();
  const [search, setSearch] = useState('');
  const [keyword] = useDebouncedValue(search.trim(), searchPauseMs);
  const query = useInfiniteCall(devicesContract.listDevices, {
    types: [...types],
    fieldId: site?.id,
    keyword: keyword || undefined,
    size: pageSize,
  });
  if (query.error && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const devices = query.data?.records.filter(
    (device) => device.controlled && device.equipmentId !== exceptId,
  );
  return (
    <Stack gap="sm" maw={720}>
      <TextInput
        type="search"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder={t('settings:choose.search')}
        aria-label={t('settings:choose.search')}
        leftSection={<Icon name="search" size={16} />}
      />
      {devices === undefined ? (
        <ListSkeleton height={56} />
      ) : devices.length === 0 ? (
        <NothingToChoose types={types} searched={keyword !== ''} />
      ) : (
        <Paper withBorder component="ul" className={classes.choices}>
          {devices.map((device) => (
            <li key={device.equipmentId}>
              <UnstyledButton className={classes.choice} onClick={() => onChoose(device)}>
                <span className={classes.choiceText}>
                  <Text component="span" fw={600} display="block" truncate>
                    {deviceName(t, device)}
                  </Text>
                  <Text component="span" size="sm" c="dimmed" display="block" truncate>
                    {t('settings:device.place', {
                      number: device.equipmentNo,
                      code: device.code,
                      site: device.fieldName ?? '',
                    })}
                  </Text>
                </span>
                <OnlineBadge online={device.online} />
                <Icon name="chevron-right" />
              </UnstyledButton>
            </li>
          ))}
        </Paper>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('settings:choose.more')}
        </Button>
      )}
    </Stack>
  );
}

function NothingToChoose({ types, searched }: { types: readonly DeviceType[]; searched: boolean }) {
  const t = useText();
  if (searched) return <EmptyState title={t('kit:page.noMatch')} hint={t('settings:choose.noMatchHint')} />;
  const names = types.map((type) => t(`devices:type.${type}`)).join(t('settings:value.separator'));
  return (
    <EmptyState
      title={t('settings:choose.none', { types: names })}
      hint={t('settings:choose.noneHint')}
      action={
        <Button component={Link} to="/register_equip" variant="light">
          {t('settings:choose.register')}
        </Button>
      }
    />
  );
}
