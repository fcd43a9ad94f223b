import { useMemo } from 'react';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { fleetContract } from '../contract.ts';
import { DeviceHeader } from './device-header.tsx';
import { WithDevice } from './with-device.tsx';

const schema = fleetContract.saveDescription.input.pick({ text: true, pictures: true });

function DescriptionForm({ device }: { device: DeviceRecord }) {
  const { equipmentId } = device;
  // biome-ignore lint/correctness/useExhaustiveDependencies: live changes of the device must not reset what is being typed
  const form = useMemo(
    () =>
      defineForm({
        schema,
        fields: [
          {
            name: 'text',
            label: 'fleet:description.text',
            hint: 'fleet:description.textHint',
            placeholder: 'fleet:description.placeholder',
            rows: 6,
          },
          {
            name: 'pictures',
            kind: 'pictures',
            label: 'fleet:description.pictures',
            hint: 'fleet:description.picturesHint',
            busType: 'picture',
            maxCount: 9,
            required: false,
          },
        ],
        initial: { text: '', pictures: [] },
        load: loadFrom(fleetContract.readDescription, { equipmentId }),
        submit: submitTo(fleetContract.saveDescription, (data: { text?: string; pictures?: string[] }) => ({
          equipmentId,
          text: data.text ?? '',
          pictures: data.pictures ?? [],
        })),
        success: 'kit:action.saved',
        header: <DeviceHeader device={device} />,
      }),
    [equipmentId],
  );
  return <FormPage definition={form} />;
}

export default function DescribeDevice() {
  return <WithDevice>{(device) => <DescriptionForm key={device.equipmentId} device={device} />}</WithDevice>;
}
