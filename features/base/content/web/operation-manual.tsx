import { Button, UnstyledButton } from '@mantine/core';
import { type RefObject, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import { contentContract } from '../contract.ts';
import type { ArticleCard } from './article-card.tsx';
import { articlePath } from './article-path.ts';
import { type Article, ArticleView } from './article-view.tsx';
import classes from './content.module.css';
import { headingsOf } from './headings.ts';
import { ScreenHead } from './screen-head.tsx';

const allChapters = 200;

export default function OperationManualPage() {
  return (
    <Loaded call={[contentContract.listArticles, { kind: 'manual', size: allChapters }]} skeleton="list">
      {({ records }) => <Manual chapters={records} />}
    </Loaded>
  );
}

function Manual({ chapters }: { chapters: readonly ArticleCard[] }) {
  const t = useText();
  const phone = usePhone();
  const [query] = useSearchParams();
  const wanted = query.get('chapter');
  const index = chapters.findIndex(({ slug, id }) => slug === wanted || id === wanted);
  if (chapters.length === 0)
    return <EmptyState title={t('content:read.emptyTitle')} hint={t('content:read.emptyHint')} />;
  // The phone starts with the contents; the desk has room for both and opens the first chapter.
  if (phone && index < 0)
    return (
      <>
        <ScreenHead hint={t('content:manual.hint')} />
        <Chapters chapters={chapters} current={undefined} />
      </>
    );
  return <Chapter chapters={chapters} index={Math.max(0, index)} phone={phone} />;
}

interface ChapterProps {
  chapters: readonly ArticleCard[];
  index: number;
  phone: boolean;
}

function Chapter({ chapters, index, phone }: ChapterProps) {
  const t = useText();
  const text = useRef<HTMLDivElement>(null);
  const current = chapters[index]!;
  const { data, error, refetch } = useCall(contentContract.articleDetail, { id: current.slug });
  return (
    <div className={classes.manual}>
      {!phone && (
        <nav className={classes.contents} aria-label={t('content:manual.contents')}>
          <Chapters
            chapters={chapters}
            current={data?.id === current.id ? data : undefined}
            slug={current.slug}
            text={text}
          />
        </nav>
      )}
      <div>
        <div ref={text}>
          {data ? (
            <ArticleView article={data} />
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <ListSkeleton rows={8} height={24} />
          )}
        </div>
        <Turning before={chapters[index - 1]} after={chapters[index + 1]} />
        {phone && (
          <Button
            component={Link}
            to="/operation_manual"
            variant="default"
            fullWidth
            mt="md"
            leftSection={<Icon name="book" />}
          >
            {t('content:manual.contents')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface ChaptersProps {
  chapters: readonly ArticleCard[];
  /** the chapter being read, for its section titles */
  current: Article | undefined;
  slug?: string;
  text?: RefObject<HTMLDivElement | null>;
}

function Chapters({ chapters, current, slug, text }: ChaptersProps) {
  const scrollTo = (position: number) =>
    text?.current?.querySelectorAll('h2')[position]?.scrollIntoView({ block: 'start' });
  return (
    <ol className={classes.chapters}>
      {chapters.map((chapter, index) => (
        <li key={chapter.id}>
          <Link
            to={articlePath(chapter)}
            className={classes.chapter}
            aria-current={chapter.slug === slug ? 'page' : undefined}
          >
            <span className={classes.chapterNumber}>{index + 1}</span>
            {chapter.title}
          </Link>
          {chapter.id === current?.id && (
            <ul className={classes.headings}>
              {headingsOf(current.body).map((heading, position) => (
                <li key={heading}>
                  <UnstyledButton className={classes.heading} onClick={() => scrollTo(position)}>
                    {heading}
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

function Turning({ before, after }: { before: ArticleCard | undefined; after: ArticleCard | undefined }) {
  const t = useText();
  return (
    <nav className={`${classes.turning} ${classes.article}`} aria-label={t('content:manual.turn')}>
      {before && (
        <Link to={articlePath(before)} className={classes.turn}>
          <small>{t('content:manual.before')}</small>
          {before.title}
        </Link>
      )}
      {after && (
        <Link to={articlePath(after)} className={`${classes.turn} ${classes.turnNext}`}>
          <small>{t('content:manual.after')}</small>
          {after.title}
        </Link>
      )}
    </nav>
  );
}
