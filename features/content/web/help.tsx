import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useCall, useInfiniteCall } from '#kit/ui/api.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { contentContract } from '../contract.ts';
import { ArticleCardLink } from './article-card.tsx';
import { articlePath } from './article-path.ts';
import classes from './content.module.css';
import { HelpContact } from './help-contact.tsx';
import { ScreenHead } from './screen-head.tsx';
import { keywordOf, SearchBox } from './search-box.tsx';

const pageSize = 20;

/** One search over everything that explains the product, and whom to ask when it does not help. */
export default function HelpPage() {
  const t = useText();
  const [query] = useSearchParams();
  const keyword = keywordOf(query);
  return (
    <div className={classes.page}>
      <ScreenHead hint={t('content:help.hint')} />
      <div className={classes.columns}>
        <div>
          <SearchBox placeholder={t('content:help.search')} />
          {keyword ? <Results keyword={keyword} /> : <Beginnings />}
        </div>
        <HelpContact />
      </div>
    </div>
  );
}

function Results({ keyword }: { keyword: string }) {
  const t = useText();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteCall(
    contentContract.searchArticles,
    { keyword, size: pageSize },
  );
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <ListSkeleton rows={5} height={92} />;
  }
  if (data.records.length === 0)
    return <EmptyState title={t('content:search.none')} hint={t('content:search.noneHint')} />;
  return (
    <section aria-live="polite">
      <h2 className={classes.sectionTitle}>{t('content:search.count', { count: data.total })}</h2>
      <div className={classes.list}>
        {data.records.map((article) => (
          <ArticleCardLink key={article.id} article={article} withKind />
        ))}
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('content:read.more')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Before anything is typed: the chapters of the manual, which is where most answers stand. */
function Beginnings() {
  const t = useText();
  const { data } = useCall(contentContract.listArticles, { kind: 'manual', size: 50 });
  if (!data) return <ListSkeleton rows={6} height={44} />;
  return (
    <section className={classes.panel}>
      <h2 className={classes.sectionTitle}>
        {t('content:screen.operationManual')}
        <Link to="/question">{t('content:screen.question')}</Link>
      </h2>
      <ul className={`${classes.lines} ${classes.separated}`}>
        {data.records.map((chapter) => (
          <li key={chapter.id}>
            <Link to={articlePath(chapter)} className={classes.line}>
              <span className={classes.lineText}>{chapter.title}</span>
              <Icon name="chevron-right" size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
