import { Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { z } from 'zod';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { id } from '#kit/contract/schemas.ts';
import { defineForm, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { fleetContract } from '../contract.ts';
import { deviceName } from './device-parts.tsx';
import { NoDevices } from './no-devices.tsx';
import { type ChosenSite, WithSite } from './with-site.tsx';

const schema = z.object({ ids: z.array(id()).meta({ field: 'sortedList' }) });

function SortForm({ site, devices }: { site: ChosenSite; devices: readonly DeviceRecord[] }) {
  const t = useText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: live changes must not reset the order under the hand
  const form = useMemo(
    () =>
      defineForm({
        schema,
        fields: [
          {
            name: 'ids',
            label: 'fleet:sort.order',
            hint: 'fleet:sort.hint',
            required: false,
            options: devices.map((device) => ({
              value: device.equipmentId,
              label: deviceName(t, device),
              plain: true,
            })),
          },
        ],
        initial: { ids: devices.map(({ equipmentId }) => equipmentId) },
        submit: submitTo(fleetContract.sortDevices, ({ ids }: { ids: string[] }) => ({
          fieldId: site.id,
          ids,
        })),
        success: 'kit:action.saved',
        header: (
          <div>
            <Title order={2} size="h4">
              {site.name}
            </Title>
            <Text size="sm" c="dimmed">
              {t('fleet:sort.explain')}
            </Text>
          </div>
        ),
      }),
    [site.id, t],
  );
  return <FormPage definition={form} />;
}

function SiteOrder({ site }: { site: ChosenSite }) {
  const { data, error, isFetchedAfterMount, refetch } = useCall(
    fleetContract.listDevicesOfSite,
    { fieldId: site.id },
    { staleMs: 0 },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || !isFetchedAfterMount) return <ListSkeleton />;
  return data.length === 0 ? <NoDevices /> : <SortForm site={site} devices={data} />;
}

export default function SortDevices() {
  return <WithSite>{(site) => <SiteOrder key={site.id} site={site} />}</WithSite>;
}
