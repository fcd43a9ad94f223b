import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { z } from 'zod';
import { siteSource } from '#features/sites/web/public.ts';
import { id } from '#kit/contract/schemas.ts';
import { defineForm, type FormField } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { deviceNumber } from '../contract/shared.ts';
import { type DeviceRecord, devicesContract } from '../contract.ts';
import { deviceAnswers } from './device-answers.ts';
import { useDeviceName } from './device-parts.tsx';

const schema = z.object({
  fieldId: id().meta({ field: 'reference' }),
  number: deviceNumber().optional(),
});

function MoveForm({ devices, onDone }: { devices: readonly DeviceRecord[]; onDone: () => void }) {
  const t = useText();
  const nameOf = useDeviceName();
  const [first] = devices;
  const alone = devices.length === 1 ? first : undefined;
  const form = useMemo(() => {
    const fields: FormField<typeof schema>[] = [
      { name: 'fieldId', label: 'devices:move.site', source: siteSource(), wide: true },
      ...(alone
        ? [
            {
              name: 'number' as const,
              label: 'devices:field.number',
              hint: 'devices:move.numberHint',
              wide: true,
            },
          ]
        : []),
    ];
    return defineForm({
      schema,
      fields,
      initial: alone ? { number: alone.equipmentNo } : {},
      guard: false,
      header: (
        <Text size="sm" c="dimmed">
          {alone ? nameOf(alone) : t('devices:move.many', { count: devices.length })}
        </Text>
      ),
      submit: async ({ fieldId, number }) => {
        if (alone)
          return client.call(devicesContract.moveDevice, {
            equipmentId: alone.equipmentId,
            fieldId,
            ...(number === undefined ? {} : { number }),
          });
        const ids = devices.map(({ equipmentId }) => equipmentId);
        const { renumbered } = await client.call(devicesContract.moveDevices, { ids, fieldId });
        if (renumbered.length > 0)
          toast.info(t('devices:move.renumbered', { count: renumbered.length }), 4000);
      },
      submitLabel: 'devices:move.submit',
      invalidates: deviceAnswers,
      success: 'devices:move.done',
      afterwards: onDone,
    });
  }, [alone, devices, nameOf, onDone, t]);
  return <FormPage definition={form} />;
}

export function MoveSheet(props: {
  devices: readonly DeviceRecord[] | undefined;
  onClose: (done: boolean) => void;
}) {
  const t = useText();
  return (
    <Sheet
      opened={props.devices !== undefined}
      onClose={() => props.onClose(false)}
      title={t('devices:move.title')}
    >
      {props.devices && <MoveForm devices={props.devices} onDone={() => props.onClose(true)} />}
    </Sheet>
  );
}
