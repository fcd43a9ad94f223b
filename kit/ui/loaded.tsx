import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { type CallHookOptions, useCall } from './api.ts';
import { ErrorState, FormSkeleton, ListSkeleton } from './feedback.tsx';

/** What stands in the place of the answer until it comes. */
type Waiting = 'form' | 'list' | 'block' | 'nothing';

const skeletons: Record<Waiting, () => ReactNode> = {
  form: () => <FormSkeleton />,
  list: () => <ListSkeleton />,
  block: () => <Skeleton height={160} />,
  nothing: () => null,
};

interface LoadedProps<E extends AnyEndpoint> extends CallHookOptions {
  call: readonly [E, InputOf<E>];
  skeleton?: Waiting;
  children: (data: OutputOf<E>) => ReactNode;
}

/** The answer of a call, the wait for it, or why there is none. `refreshedBy` of the endpoint keeps it fresh. */
export function Loaded<E extends AnyEndpoint>({
  call: [endpoint, input],
  skeleton = 'form',
  children,
  ...options
}: LoadedProps<E>) {
  const { data, error, refetch } = useCall(endpoint, input, options);
  if (data !== undefined) return children(data);
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : skeletons[skeleton]();
}
