import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnyEndpoint, InputOf } from '#kit/contract/endpoint.ts';
import { useInfiniteCall } from '#kit/ui/api.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import type { RecordOf } from '#kit/ui/fields/reference-source.ts';
import { useText } from '#kit/ui/i18n.ts';

interface EndlessProps<E extends AnyEndpoint> {
  call: readonly [E, Omit<InputOf<E>, 'current'>];
  /** translation keys, and what else there is to do */
  empty: { title: string; hint?: string; action?: ReactNode };
  /** what a record takes of the page, for the wait */
  rowHeight?: number;
  children: (records: RecordOf<E>[], total: number) => ReactNode;
}

/** The records of a list call, more at the press of a button. */
export function Endless<E extends AnyEndpoint>({
  call: [endpoint, input],
  empty,
  rowHeight,
  children,
}: EndlessProps<E>) {
  const t = useText();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteCall(
    endpoint,
    input,
  );
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={6} height={rowHeight} />
    );
  if (data.records.length === 0)
    return <EmptyState title={t(empty.title)} hint={empty.hint && t(empty.hint)} action={empty.action} />;
  return (
    <>
      {children(data.records as RecordOf<E>[], data.total)}
      {hasNextPage && (
        <Button
          fullWidth
          mt="md"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('kit:page.more')}
        </Button>
      )}
    </>
  );
}
