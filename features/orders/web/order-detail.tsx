import { Stack } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { useCall } from '#kit/ui/api.ts';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { ordersContract } from '../contract.ts';
import { OrderBooks, OrderFacts, OrderRefunds, OrderTimeline } from './detail-parts.tsx';
import { FindOrder } from './find-order.tsx';
import { OrderHead } from './order-head.tsx';

const { readOrder } = ordersContract;

function subjectOf(query: URLSearchParams): InputOf<typeof readOrder> | undefined {
  const orderNumber = query.get('orderNumber');
  if (orderNumber && /^\d{1,20}$/.test(orderNumber)) return { orderNumber };
  const id = z.uuid().safeParse(query.get('id'));
  return id.success ? { id: id.data } : undefined;
}

/** /order_detail: one order from beginning to end; without one in the address, a box to find it. */
export default function OrderDetail() {
  const [query] = useSearchParams();
  const subject = subjectOf(query);
  return subject ? <Loaded subject={subject} /> : <FindOrder to={(number) => `?orderNumber=${number}`} />;
}

function Loaded({ subject }: { subject: InputOf<typeof readOrder> }) {
  const { data, error, refetch } = useCall(readOrder, subject);
  useLiveInvalidate('order.changed', readOrder);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  return (
    <Stack maw={860}>
      <OrderHead order={data} />
      <OrderTimeline order={data} />
      <OrderFacts order={data} />
      <OrderRefunds order={data} />
      <OrderBooks order={data} />
    </Stack>
  );
}
