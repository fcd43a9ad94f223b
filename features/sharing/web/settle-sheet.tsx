import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { formatFen } from '#kit/kernel/money.ts';
import { FormFields } from '#kit/pages/form-fields.tsx';
import { useForm } from '#kit/pages/use-form.ts';
import { invalidate } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { newRequestId } from '#kit/ui/request-id.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { type ReceiverRecord, receiversContract } from '../contract/receivers.ts';

const { listReceivers, settleReceiver } = receiversContract;

/** The merchant has paid somebody outside; what was kept for them is the merchant's again. */
export function SettleSheet({ receiver, onClose }: { receiver: ReceiverRecord; onClose: () => void }) {
  const t = useText();
  const [requestId] = useState(newRequestId);
  const form = useForm({
    schema: settleReceiver.input,
    initial: { receiverId: receiver.id, amountFen: receiver.balanceFen ?? undefined, requestId },
    order: ['amountFen', 'note'],
    guard: false,
    onSubmit: async (data) => {
      await client.call(settleReceiver, data);
      await invalidate(listReceivers);
      toast.success(t('sharing:people.settled'));
      onClose();
    },
  });
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t('sharing:people.settleTitle', { name: receiver.name })}
      footer={
        <Button fullWidth size="md" loading={form.submitting} onClick={() => void form.submit()}>
          {t('sharing:people.settle')}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('sharing:people.settleHint', { amount: formatFen(receiver.balanceFen ?? 0) })}
      </Text>
      <FormFields
        schema={settleReceiver.input}
        form={form}
        fields={[
          { name: 'amountFen', label: 'sharing:field.amount', wide: true },
          {
            name: 'note',
            label: 'sharing:field.note',
            placeholder: 'sharing:people.settleNote',
            kind: 'text',
            wide: true,
          },
        ]}
      />
    </Sheet>
  );
}
