import { Button, SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct, useCall } from '#kit/ui/api.ts';
import { KeyValue, Money, StatusBadge } from '#kit/ui/display.tsx';
import { ErrorState } from '#kit/ui/feedback.tsx';
import { MoneyField, NumberField } from '#kit/ui/fields/text-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { ordersContract } from '../contract.ts';
import { Amount } from './order-parts.tsx';

const { previewRefund, refundByNumber, listOrders, readOrder, readShares, listFaults, topUpWallet } =
  ordersContract;
type Preview = OutputOf<typeof previewRefund>;

/** Money back: what goes back, from where, and whether there is enough; then a reason. */
export function RefundSheet({
  orderNumber,
  onClose,
}: {
  orderNumber: string | undefined;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <Sheet opened={orderNumber !== undefined} onClose={onClose} title={t('orders:refund.title')}>
      {orderNumber && <RefundForm key={orderNumber} orderNumber={orderNumber} onDone={onClose} />}
    </Sheet>
  );
}

function RefundForm({ orderNumber, onDone }: { orderNumber: string; onDone: () => void }) {
  const t = useText();
  const [part, setPart] = useState(false);
  const [amount, setAmount] = useState<number | undefined>();
  const [reason, setReason] = useState('');
  const asked = part && amount && !Number.isNaN(amount) ? amount : undefined;
  const { data, error, refetch } = useCall(
    previewRefund,
    { orderNumber, ...(asked && { amount: asked }) },
    { keepPrevious: true, staleMs: 0 },
  );
  const refund = useAct(refundByNumber, {
    invalidates: [listOrders, readOrder, readShares, listFaults],
    onDone: ({ state }) => {
      toast.success(t(state === 'done' ? 'orders:refund.done' : 'orders:refund.requested'));
      onDone();
    },
  });
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={220} />;
  if (data.refundableAmount === 0) return <Text>{data.refusalText ?? t('orders:refund.nothingLeft')}</Text>;
  const ready = reason.trim().length >= 2 && (!part || asked !== undefined) && !data.refusal && !error;
  return (
    <Stack>
      <SegmentedControl
        fullWidth
        size="md"
        value={part ? 'part' : 'all'}
        onChange={(value) => setPart(value === 'part')}
        aria-label={t('orders:refund.title')}
        data={[
          { value: 'all', label: t('orders:refund.all') },
          { value: 'part', label: t('orders:refund.part') },
        ]}
      />
      {part && (
        <PartField unit={data.unit} most={data.refundableAmount} value={amount} onChange={setAmount} />
      )}
      <Legs preview={data} />
      <TextInput
        label={t('orders:refund.reason')}
        description={t('orders:refund.reasonHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        size="md"
        maxLength={80}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button
        size="md"
        color="red.9"
        disabled={!ready}
        loading={refund.isPending}
        onClick={() => refund.mutate({ orderNumber, reason: reason.trim(), ...(asked && { amount: asked }) })}
      >
        <span>
          {t('orders:refund.submit')} <Amount amount={data.amount} unit={data.unit} />
        </span>
      </Button>
    </Stack>
  );
}

function PartField(props: {
  unit: Preview['unit'];
  most: number;
  value: number | undefined;
  onChange: (amount: number | undefined) => void;
}) {
  const t = useText();
  const tooMuch = props.value !== undefined && props.value > props.most;
  const common = {
    label: t('orders:refund.amount'),
    value: props.value,
    onChange: props.onChange,
    error: tooMuch ? t('orders:refund.tooMuch') : undefined,
    required: true,
  };
  return props.unit === 'fen' ? <MoneyField {...common} /> : <NumberField {...common} min={1} />;
}

/** From which pockets the money comes. */
function Legs({ preview }: { preview: Preview }) {
  const t = useText();
  const mayTopUp = useCan(topUpWallet);
  const { unit } = preview;
  const amount = (value: number) => <Amount amount={value} unit={unit} />;
  return (
    <>
      <KeyValue
        rows={[
          { label: t('orders:refund.paid'), value: amount(preview.paidAmount) },
          { label: t('orders:refund.before'), value: amount(preview.refundedAmount) },
          { label: t('orders:refund.now'), value: <strong>{amount(preview.amount)}</strong> },
          ...(preview.fromUndelivered > 0
            ? [{ label: t('orders:refund.undelivered'), value: amount(preview.fromUndelivered) }]
            : []),
          ...(preview.fromEarnings > 0
            ? [{ label: t('orders:refund.earnings'), value: amount(preview.fromEarnings) }]
            : []),
          ...(preview.feeBackFen > 0
            ? [{ label: t('orders:refund.feeBack'), value: <Money fen={preview.feeBackFen} /> }]
            : []),
          ...(preview.balanceFen !== null && preview.fromEarnings > 0
            ? [{ label: t('orders:refund.balance'), value: <Money fen={preview.balanceFen} /> }]
            : []),
        ]}
      />
      {preview.refusalText && <StatusBadge tone="bad">{preview.refusalText}</StatusBadge>}
      {preview.shortFen > 0 && (
        <div role="alert">
          <StatusBadge tone="bad">
            <span>
              {t('orders:refund.short')} <Money fen={preview.shortFen} />
            </span>
          </StatusBadge>
          {mayTopUp && (
            <Button component={Link} to="/weChatRedirect" variant="subtle" mih={44}>
              {t('orders:refund.topUp')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
