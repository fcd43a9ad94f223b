import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { articleCategories } from '../contract/articles.ts';
import { contentContract } from '../contract.ts';
import { CategoryChips, categoryOf } from './category-chips.tsx';
import classes from './content.module.css';
import { QuestionList } from './question-list.tsx';
import { ScreenHead } from './screen-head.tsx';

const allQuestions = 300;
/** Of each topic; the rest stands one step further. */
const shownPerCategory = 3;

export default function QuestionPage() {
  const t = useText();
  const [query] = useSearchParams();
  return (
    <div className={classes.narrow}>
      <ScreenHead hint={t('content:question.hint')}>
        <Button
          component={Link}
          to="/moreQuestion"
          variant="light"
          mih={44}
          leftSection={<Icon name="search" />}
        >
          {t('content:question.search')}
        </Button>
      </ScreenHead>
      <CategoryChips />
      <ByCategory only={categoryOf(query.get('category'))} />
    </div>
  );
}

function ByCategory({ only }: { only: ReturnType<typeof categoryOf> }) {
  const t = useText();
  const [open, setOpen] = useState<string | null>(null);
  const { data, error, refetch } = useCall(contentContract.listArticles, {
    kind: 'question',
    size: allQuestions,
  });
  useLiveInvalidate('article.', contentContract.listArticles);
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <ListSkeleton rows={8} height={52} />;
  }
  const groups = articleCategories
    .filter((category) => !only || category === only)
    .map((category) => ({ category, questions: data.records.filter((item) => item.category === category) }))
    .filter(({ questions }) => questions.length > 0);
  if (groups.length === 0)
    return <EmptyState title={t('content:read.emptyTitle')} hint={t('content:read.emptyHint')} />;
  return groups.map(({ category, questions }) => (
    <section key={category} className={classes.head}>
      <h2 className={classes.sectionTitle}>
        {t(`content:category.${category}`)}
        {!only && questions.length > shownPerCategory && (
          <Link to={`/moreQuestion?category=${category}`}>
            {t('content:question.more', { count: questions.length - shownPerCategory })}
          </Link>
        )}
      </h2>
      <QuestionList
        questions={questions
          .slice(0, only ? undefined : shownPerCategory)
          .map((item) => ({ id: item.id, slug: item.slug, heading: item.title }))}
        level={3}
        open={open}
        onOpen={setOpen}
      />
    </section>
  ));
}
