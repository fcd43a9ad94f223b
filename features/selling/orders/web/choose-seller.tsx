import { Button, Paper, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DeviceRecord, DeviceType } from '#features/machines/devices/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { DeviceState } from '#features/machines/fleet/web/public.ts';
import choices from '#kit/pages/choices.module.css';
import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';

/** Types that sell something themselves. */
const sellers: DeviceType[] = ['claw', 'lottery', 'exchange', 'vending', 'lipstick', 'cabinet'];
const shownAtMost = 100;

/** The machines of the site in the top bar, the reachable ones first. */
export function ChooseSeller({ onChoose }: { onChoose: (equipmentId: string) => void }) {
  const t = useText();
  const site = useCurrentSite();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useCall(
    fleetContract.listDevices,
    {
      types: sellers,
      size: shownAtMost,
      ...(site && { fieldId: site.id }),
      ...(search.trim() && { keyword: search.trim() }),
    },
    { keepPrevious: true },
  );
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />;
  if (data.total === 0 && !search)
    return (
      <EmptyState
        title={t('orders:sale.noMachine')}
        hint={t('orders:sale.noMachineHint')}
        action={
          <Button component={Link} to="/register_equip" variant="light">
            {t('orders:sale.register')}
          </Button>
        }
      />
    );
  const shown = data.records.toSorted((one, other) => Number(sells(other)) - Number(sells(one)));
  return (
    <Stack gap="sm">
      <Text fw={600}>{t('orders:sale.choose')}</Text>
      <TextInput
        type="search"
        size="md"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder={t('orders:sale.search')}
        aria-label={t('orders:sale.search')}
        leftSection={<Icon name="search" size={18} />}
      />
      {shown.length === 0 ? (
        <EmptyState title={t('kit:page.noMatch')} />
      ) : (
        <Paper withBorder component="ul" className={choices.choices}>
          {shown.map((device) => (
            <li key={device.equipmentId}>
              <Seller device={device} onChoose={onChoose} />
            </li>
          ))}
        </Paper>
      )}
    </Stack>
  );
}

const sells = (device: DeviceRecord) => device.online && device.controlled;

function Seller({ device, onChoose }: { device: DeviceRecord; onChoose: (equipmentId: string) => void }) {
  const t = useText();
  return (
    <UnstyledButton
      className={choices.choice}
      disabled={!sells(device)}
      onClick={() => onChoose(device.equipmentId)}
    >
      <span className={choices.text}>
        <Text component="span" fw={600} display="block" truncate>
          {t('kit:thing.machine', {
            number: device.equipmentNo,
            name: device.equipmentName ?? t(`orders:typeName.${device.type}`),
          })}
        </Text>
        <Text component="span" size="sm" c="dimmed" display="block" truncate>
          {device.fieldName} · {t(`orders:typeName.${device.type}`)}
        </Text>
      </span>
      <DeviceState device={device} />
      <Icon name="chevron-right" />
    </UnstyledButton>
  );
}
