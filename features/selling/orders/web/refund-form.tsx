import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { choiceOf } from '#kit/contract/schemas.ts';
import type { DetailRowSpec } from '#kit/pages/detail-definition.ts';
import { Rows } from '#kit/pages/detail-parts.tsx';
import { type FormContentProps, formAction } from '#kit/pages/form-action.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan } from '#kit/ui/session.ts';
import { reason } from '../contract/refunds.ts';
import { type OrderRecord, ordersContract } from '../contract.ts';
import { Amount } from './order-parts.tsx';
import { RefundBesides, RefundRefusal } from './refund-besides.tsx';

const { previewRefund, refundByNumber, topUpWallet } = ordersContract;
type Preview = OutputOf<typeof previewRefund>;

const { amount } = refundByNumber.input.shape;
const schema = z.object({ extent: choiceOf('orders:refund', ['all', 'part']), amount, reason: reason() });
const isPart = ({ extent }: { extent?: unknown }) => extent === 'part';

/** Money back: what goes back, from where, and whether there is enough; then a reason. */
export const refundForm = formAction({
  endpoint: refundByNumber,
  schema,
  title: 'orders:refund.title',
  submitLabel: 'orders:refund.submit',
  danger: true,
  initial: { extent: 'all' },
  fields: (order: Pick<OrderRecord, 'unit' | 'refundableAmount' | 'orderNumber'>) => [
    { name: 'extent', label: 'orders:refund.title' },
    {
      name: 'amount',
      label: 'orders:refund.amount',
      kind: order.unit === 'fen' ? 'money' : 'number',
      max: order.refundableAmount,
      required: true,
      showIf: isPart,
    },
    { name: 'reason', label: 'orders:refund.reason', hint: 'orders:refund.reasonHint' },
  ],
  below: (props) => <WhatGoesBack {...props} />,
  toInput: (data, { orderNumber }) => ({
    orderNumber,
    reason: data.reason,
    ...(isPart(data) && { amount: data.amount }),
  }),
  success: ({ state }, t) => t(state === 'done' ? 'orders:refund.done' : 'orders:refund.requested'),
});

function WhatGoesBack({ subject, values, block }: FormContentProps<Pick<OrderRecord, 'orderNumber'>>) {
  const part = isPart(values) && values.amount ? { amount: Number(values.amount) } : {};
  return (
    <Loaded
      call={[previewRefund, { orderNumber: subject.orderNumber, ...part }]}
      skeleton="block"
      keepPrevious
      staleMs={0}
    >
      {(preview) => <Pockets preview={preview} block={block} />}
    </Loaded>
  );
}

const rows: readonly DetailRowSpec<Preview>[] = [
  { key: 'paidAmount', label: 'orders:refund.paid' },
  { key: 'refundedAmount', label: 'orders:refund.before' },
  {
    key: 'amount',
    label: 'orders:refund.now',
    render: ({ amount: now, unit }) => (
      <strong>
        <Amount amount={now} unit={unit} />
      </strong>
    ),
  },
  {
    key: 'fromUndelivered',
    label: 'orders:refund.undelivered',
    visible: ({ fromUndelivered }) => fromUndelivered > 0,
  },
  { key: 'fromEarnings', label: 'orders:refund.earnings', visible: ({ fromEarnings }) => fromEarnings > 0 },
  { key: 'feeBackFen', label: 'orders:refund.feeBack', visible: ({ feeBackFen }) => feeBackFen > 0 },
  {
    key: 'balanceFen',
    label: 'orders:refund.balance',
    visible: ({ balanceFen, fromEarnings }) => balanceFen !== null && fromEarnings > 0,
  },
];

/** From which pockets the money comes, and what is missing there. */
function Pockets({ preview, block }: { preview: Preview; block: (blocked: boolean) => void }) {
  const t = useText();
  const mayTopUp = useCan(topUpWallet);
  const refused = preview.refusal !== null || preview.refundableAmount === 0;
  useEffect(() => block(refused), [block, refused]);
  if (preview.refundableAmount === 0) return preview.refusalText ?? t('orders:refund.nothingLeft');
  return (
    <div>
      <RefundRefusal text={preview.refusalText} />
      <Rows rows={rows} subject={{ schema: previewRefund.output, texts: 'orders', data: preview }} />
      <RefundBesides lines={preview.besides} />
      {preview.shortFen > 0 && (
        <div role="alert">
          <StatusBadge tone="bad">
            <span>
              {t('orders:refund.short')} <Amount amount={preview.shortFen} unit="fen" />
            </span>
          </StatusBadge>
          {mayTopUp && (
            <Button component={Link} to="/weChatRedirect" variant="subtle">
              {t('orders:refund.topUp')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
