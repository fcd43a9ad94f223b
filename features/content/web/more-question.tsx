import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useInfiniteCall } from '#kit/ui/api.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { contentContract } from '../contract.ts';
import { CategoryChips, categoryOf } from './category-chips.tsx';
import classes from './content.module.css';
import { Highlighted } from './highlighted.tsx';
import { QuestionList } from './question-list.tsx';
import { keywordOf, SearchBox } from './search-box.tsx';

const pageSize = 50;

type Listed = OutputOf<typeof contentContract.listArticles>['records'][number] &
  Partial<Pick<OutputOf<typeof contentContract.searchArticles>['records'][number], 'titleParts'>>;

/** All questions, searchable; `?id=` opens one. */
export default function MoreQuestionPage() {
  const t = useText();
  return (
    <div className={classes.narrow}>
      <SearchBox placeholder={t('content:question.search')} />
      <CategoryChips />
      <Questions />
    </div>
  );
}

function Questions() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const keyword = keywordOf(query);
  const filter = { kind: 'question' as const, category: categoryOf(query.get('category')), size: pageSize };
  const all = useInfiniteCall(contentContract.listArticles, filter, { enabled: keyword === '' });
  const found = useInfiniteCall(
    contentContract.searchArticles,
    { ...filter, keyword },
    { enabled: keyword !== '' },
  );
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = keyword ? found : all;
  const open = (slug: string | null) => {
    const next = new URLSearchParams(query);
    if (slug) next.set('id', slug);
    else next.delete('id');
    setQuery(next, { replace: true });
  };
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <ListSkeleton rows={8} height={52} />;
  }
  if (data.records.length === 0)
    return <EmptyState title={t('content:search.none')} hint={t('content:search.noneHint')} />;
  return (
    <>
      <QuestionList
        questions={(data.records as Listed[]).map((item) => ({
          id: item.id,
          slug: item.slug,
          heading: item.titleParts ? <Highlighted parts={item.titleParts} /> : item.title,
        }))}
        level={2}
        open={query.get('id')}
        onOpen={open}
      />
      {hasNextPage && (
        <Button
          fullWidth
          mt="md"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('content:read.more')}
        </Button>
      )}
    </>
  );
}
