import { useMemo } from 'react';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { defineForm, type FormField, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { hasPlayPrice } from '#kit/protocol/types/price.ts';
import { fleetContract } from '../contract.ts';
import { DeviceHeader } from './device-header.tsx';
import { takenByHundred } from './register-fields.tsx';
import { WithDevice } from './with-device.tsx';

const schema = fleetContract.updateDevice.input.pick({
  number: true,
  name: true,
  remark: true,
  priceFen: true,
});

const fields: readonly FormField<typeof schema>[] = [
  { name: 'number', hint: 'fleet:hint.number', required: true },
  { name: 'name', hint: 'fleet:hint.name' },
  { name: 'priceFen', hint: 'fleet:hint.price', comesTo: takenByHundred },
  { name: 'remark', hint: 'fleet:hint.remark', rows: 2 },
];

const hasPrice = ({ controlled, type }: DeviceRecord) => !controlled || hasPlayPrice(type);

function EditForm({ device }: { device: DeviceRecord }) {
  const { equipmentId } = device;
  // biome-ignore lint/correctness/useExhaustiveDependencies: live changes of the device must not reset what is being typed
  const form = useMemo(
    () =>
      defineForm({
        schema,
        texts: 'devices',
        fields: hasPrice(device) ? fields : fields.filter(({ name }) => name !== 'priceFen'),
        initial: { ...device, number: device.equipmentNo, name: device.equipmentName },
        // An emptied field must reach the server as "nothing": what is left out of the call stays as it was.
        submit: submitTo(fleetContract.updateDevice, (data: object) => ({
          equipmentId,
          name: null,
          remark: null,
          ...(!device.controlled && { priceFen: null }),
          ...data,
        })),
        success: 'kit:action.saved',
        header: <DeviceHeader device={device} />,
      }),
    [equipmentId],
  );
  return <FormPage definition={form} />;
}

export default function EditDevice() {
  return <WithDevice>{(device) => <EditForm key={device.equipmentId} device={device} />}</WithDevice>;
}
