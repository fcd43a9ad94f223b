import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { FormFields } from '#kit/pages/form-fields.tsx';
import { useForm } from '#kit/pages/use-form.ts';
import { invalidate } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { newRequestId } from '#kit/ui/request-id.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { walletContract } from '../contract.ts';
import { useWalletName } from './wallet-parts.tsx';

const { transferMoney } = walletContract;
type Summary = OutputOf<typeof walletContract.readWallet>;

/** Moves available money to another wallet of the organisation. */
export function TransferSheet({
  wallet,
  targets,
  onClose,
}: {
  wallet: NonNullable<Summary['wallet']>;
  targets: Summary['targets'];
  onClose: () => void;
}) {
  const t = useText();
  const nameOf = useWalletName();
  const [requestId] = useState(newRequestId);
  const form = useForm({
    schema: transferMoney.input,
    initial: {
      fromWalletId: wallet.id,
      requestId,
      toWalletId: targets.length === 1 ? targets[0]?.id : undefined,
    },
    order: ['toWalletId', 'amountFen', 'remark'],
    guard: false,
    onSubmit: async (data) => {
      await client.call(transferMoney, data);
      await invalidate(walletContract.readWallet, walletContract.listFlow);
      toast.success(t('wallet:transfer.done'));
      onClose();
    },
  });
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t('wallet:transfer.title')}
      footer={
        <Button fullWidth size="md" loading={form.submitting} onClick={() => void form.submit()}>
          {t('wallet:action.transfer')}
        </Button>
      }
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('wallet:transfer.available', { amount: formatFen(wallet.balances.availableFen) })}
        </Text>
        <FormFields
          schema={transferMoney.input}
          form={form}
          fields={[
            {
              name: 'toWalletId',
              label: 'wallet:field.toWallet',
              kind: 'choice',
              wide: true,
              options: targets.map((target) => ({ value: target.id, label: nameOf(target), plain: true })),
            },
            { name: 'amountFen', label: 'wallet:field.amount', wide: true },
            { name: 'remark', label: 'wallet:field.remark', wide: true },
          ]}
        />
      </Stack>
    </Sheet>
  );
}
