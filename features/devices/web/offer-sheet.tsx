import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { defineForm } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { type DeviceRecord, devicesContract } from '../contract.ts';
import { deviceAnswers } from './device-answers.ts';

const schema = devicesContract.offerDevices.input.pick({ account: true });

function OfferForm({ devices, onDone }: { devices: readonly DeviceRecord[]; onDone: () => void }) {
  const t = useText();
  const form = useMemo(
    () =>
      defineForm({
        schema,
        fields: [
          {
            name: 'account',
            label: 'devices:transfer.account',
            hint: 'devices:transfer.accountHint',
            autoComplete: 'off',
            wide: true,
          },
        ],
        guard: false,
        header: (
          <Text size="sm" c="dimmed">
            {t('devices:transfer.explain', { count: devices.length })}
          </Text>
        ),
        submit: async ({ account }) => {
          const ids = devices.map(({ equipmentId }) => equipmentId);
          const offer = await client.call(devicesContract.offerDevices, { ids, account });
          toast.success(t('devices:transfer.offered', { count: offer.count, name: offer.partnerName }));
        },
        submitLabel: 'devices:transfer.offer',
        invalidates: deviceAnswers,
        afterwards: onDone,
      }),
    [devices, onDone, t],
  );
  return <FormPage definition={form} />;
}

export function OfferSheet(props: {
  devices: readonly DeviceRecord[] | undefined;
  onClose: (done: boolean) => void;
}) {
  const t = useText();
  return (
    <Sheet
      opened={props.devices !== undefined}
      onClose={() => props.onClose(false)}
      title={t('devices:transfer.title')}
    >
      {props.devices && <OfferForm devices={props.devices} onDone={() => props.onClose(true)} />}
    </Sheet>
  );
}
