import { Button } from '@mantine/core';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { useInfiniteCall } from '#kit/ui/api.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { contentContract } from '../contract.ts';
import { ArticleCardLink } from './article-card.tsx';
import classes from './content.module.css';

interface ArticleListProps {
  input: Omit<InputOf<typeof contentContract.listArticles>, 'current'>;
  withDate?: boolean;
}

/** Articles of one kind, more at the press of a button. */
export function ArticleList({ input, withDate }: ArticleListProps) {
  const t = useText();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteCall(
    contentContract.listArticles,
    input,
  );
  useLiveInvalidate('article.', contentContract.listArticles);
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <ListSkeleton rows={4} height={92} />;
  }
  if (data.records.length === 0)
    return <EmptyState title={t('content:read.emptyTitle')} hint={t('content:read.emptyHint')} />;
  return (
    <div className={classes.list}>
      {data.records.map((article) => (
        <ArticleCardLink key={article.id} article={article} withDate={withDate} />
      ))}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('content:read.more')}
        </Button>
      )}
    </div>
  );
}
