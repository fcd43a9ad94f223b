import { Button } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { FormFields } from '#kit/pages/form-fields.tsx';
import { useForm } from '#kit/pages/use-form.ts';
import { invalidate } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { walletContract } from '../contract.ts';

const { setRates, listRates, listRateVersions } = walletContract;
type Row = OutputOf<typeof listRates>['records'][number];

export function RateSheet({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  const form = useForm({
    schema: setRates.input,
    initial: {
      tenantId: row.tenantId,
      wechatBasisPoints: row.wechatBasisPoints,
      alipayBasisPoints: row.alipayBasisPoints,
    },
    guard: false,
    onSubmit: async (data) => {
      await client.call(setRates, data);
      await invalidate(listRates, listRateVersions);
      toast.success(t('wallet:rate.saved'));
      onClose();
    },
  });
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t('wallet:rate.title', { name: row.name })}
      footer={
        <Button fullWidth size="md" loading={form.submitting} onClick={() => void form.submit()}>
          {t('kit:action.save')}
        </Button>
      }
    >
      <FormFields
        schema={setRates.input}
        form={form}
        fields={[
          { name: 'wechatBasisPoints', label: 'wallet:payWay.wechat', hint: 'wallet:rate.hint', wide: true },
          { name: 'alipayBasisPoints', label: 'wallet:payWay.alipay', wide: true },
        ]}
      />
    </Sheet>
  );
}
