import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatFen } from '#kit/kernel/money.ts';
import { FormFields } from '#kit/pages/form-fields.tsx';
import { useForm } from '#kit/pages/use-form.ts';
import { invalidate } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { useText } from '#kit/ui/i18n.ts';
import { newRequestId } from '#kit/ui/request-id.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { walletContract } from '../contract.ts';

const { adjustMoney, listAdjustments, listOrganisations } = walletContract;

const organisations = referenceTo({
  endpoint: listOrganisations,
  search: 'keyword',
  labelOf: (row) => row.name,
  hintOf: (row) => `¥${formatFen(row.availableFen)}`,
});

export function AdjustmentSheet({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [requestId] = useState(newRequestId);
  const form = useForm({
    schema: adjustMoney.input,
    initial: { direction: 'deduct', requestId },
    order: ['tenantId', 'direction', 'amountFen', 'reason'],
    guard: false,
    onSubmit: async (data) => {
      const { state } = await client.call(adjustMoney, data);
      await invalidate(listAdjustments, listOrganisations);
      toast.success(t(state === 'waiting' ? 'wallet:adjustment.waits' : 'wallet:adjustment.posted'));
      onClose();
    },
  });
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t('wallet:adjustment.new')}
      footer={
        <Button fullWidth size="md" loading={form.submitting} onClick={() => void form.submit()}>
          {t('kit:action.submit')}
        </Button>
      }
    >
      <FormFields
        schema={adjustMoney.input}
        form={form}
        fields={[
          {
            name: 'tenantId',
            label: 'wallet:field.organisation',
            kind: 'reference',
            source: organisations,
            wide: true,
          },
          {
            name: 'direction',
            label: 'wallet:field.direction',
            kind: 'choice',
            wide: true,
            options: ['deduct', 'return'].map((value) => ({ value, label: `wallet:adjustment.${value}` })),
          },
          { name: 'amountFen', label: 'wallet:field.amount', wide: true },
          { name: 'reason', label: 'wallet:field.reason', kind: 'longText', wide: true },
        ]}
      />
    </Sheet>
  );
}
