import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { type DetailRowSpec, defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { Rows } from '#kit/pages/detail-parts.tsx';
import { type FormContentProps, formAction } from '#kit/pages/form-action.ts';
import { ordersContract } from '../contract.ts';
import { FindOrder } from './find-order.tsx';
import { refundForm } from './refund-form.tsx';

const { readOrder, resolveFault, retryRefund } = ordersContract;
type Order = OutputOf<typeof readOrder>;
type Way = 'redispense' | 'confirm' | 'cash' | 'note';

const open: readonly Order['state'][] = ['created', 'paid', 'fulfilling', 'refunding'];
const isFaulty = ({ standing }: Order) => standing === 'needsHelp';
const goesOn = ({ state }: Order) => open.includes(state);

const inCash: readonly DetailRowSpec<Order>[] = [{ key: 'dueBack', label: 'orders:resolve.cash.amount' }];

function InCash({ order }: { order: Order }) {
  return <Rows rows={inCash} subject={{ schema: readOrder.output, texts: 'orders', data: order }} />;
}

/** Each way to end a fault order asks for its reason. */
const resolve = (way: Way): Action<Order> => ({
  label: `orders:resolve.${way}.action`,
  primary: way === 'redispense',
  visible: ({ can }) => can[way],
  form: formAction({
    endpoint: resolveFault,
    title: `orders:resolve.${way}.title`,
    initial: ({ id }: Order) => ({ id, way }),
    fields: [{ name: 'reason', label: 'orders:refund.reason', hint: `orders:resolve.${way}.hint` }],
    ...(way === 'cash' && { below: ({ subject }: FormContentProps<Order>) => <InCash order={subject} /> }),
    success: 'orders:resolve.done',
  }),
});

const actions: readonly Action<Order>[] = [
  resolve('redispense'),
  resolve('confirm'),
  resolve('cash'),
  resolve('note'),
  {
    label: 'orders:resolve.retry',
    visible: (order) => order.fault === 'refundFailed' && isFaulty(order),
    call: callOf(retryRefund, ({ orderNumber }: Order) => ({ orderNumber })),
    success: 'orders:resolve.done',
  },
  { label: 'orders:action.refund', form: refundForm, visible: ({ can }) => can.refund },
  {
    label: 'orders:action.receipt',
    icon: 'receipt',
    visible: ({ paidAt }) => paidAt !== null,
    to: ({ orderNumber }) => `/paySuccess?orderNumber=${orderNumber}`,
  },
];

const detail = (input: InputOf<typeof readOrder> | undefined) =>
  defineDetail({
    endpoint: readOrder,
    input,
    choose: () => <FindOrder to={(number) => `?orderNumber=${number}`} />,
    head: {
      title: 'title',
      facts: ['orderNumber'],
      state: 'standing',
      amount: 'totalAmount',
      how: 'payWay',
      note: (order) =>
        isFaulty(order) && (
          <Text mt="sm" role="alert">
            <strong>{order.cause}</strong> {order.advice}
          </Text>
        ),
    },
    actions,
    sections: [
      {
        title: 'orders:detail.timeline',
        timeline: { of: 'timeline', text: 'text', at: 'at', by: 'userName', goesOn },
        rows: [{ key: 'deadlineAt', visible: (order) => order.deadlineAt !== null && goesOn(order) }],
      },
      {
        title: 'orders:detail.facts',
        lines: { of: 'items', columns: ['text', 'amount'] },
        rows: [
          'kind',
          'fieldName',
          'equipmentName',
          'pieces',
          'playerName',
          'playerPhone',
          'userName',
          'fulfilledAmount',
          'refundedAmount',
          { key: 'collectedDirectly', visible: ({ collectedDirectly }) => collectedDirectly },
          'feeFen',
          'createdAt',
          'paidAt',
        ],
      },
      {
        title: 'orders:detail.price',
        visible: ({ priceLines }) => priceLines.length > 0,
        lines: { of: 'priceLines', columns: ['text', 'amountFen'] },
        rows: ['priceVersion'],
      },
      {
        title: 'orders:detail.refunds',
        visible: ({ refunds }) => refunds.length > 0,
        lines: {
          of: 'refunds',
          columns: ['reason', 'amount', { key: 'by', phone: 'more' }, 'createdAt', 'state'],
        },
      },
      {
        title: 'orders:detail.books',
        visible: ({ entries }) => entries.length > 0,
        lines: { of: 'entries', columns: ['what', { key: 'account', phone: 'more' }, 'amount', 'at'] },
      },
    ],
  });

function subjectOf(query: URLSearchParams): InputOf<typeof readOrder> | undefined {
  const orderNumber = query.get('orderNumber');
  if (orderNumber && /^\d{1,20}$/.test(orderNumber)) return { orderNumber };
  const id = z.uuid().safeParse(query.get('id'));
  return id.success ? { id: id.data } : undefined;
}

/** /order_detail: one order from beginning to end; without one in the address, a box to find it. */
export default function OrderDetail() {
  const [query] = useSearchParams();
  const definition = useMemo(() => detail(subjectOf(query)), [query]);
  return <DetailPage definition={definition} />;
}
