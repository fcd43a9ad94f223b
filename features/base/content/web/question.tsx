import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { articleCategories } from '../contract/articles.ts';
import { contentContract } from '../contract.ts';
import type { ArticleCard } from './article-card.tsx';
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
        <Button component={Link} to="/moreQuestion" variant="light" leftSection={<Icon name="search" />}>
          {t('content:question.search')}
        </Button>
      </ScreenHead>
      <CategoryChips />
      <Loaded call={[contentContract.listArticles, { kind: 'question', size: allQuestions }]} skeleton="list">
        {({ records }) => <ByCategory questions={records} only={categoryOf(query.get('category'))} />}
      </Loaded>
    </div>
  );
}

interface ByCategoryProps {
  questions: readonly ArticleCard[];
  only: ReturnType<typeof categoryOf>;
}

function ByCategory({ questions: all, only }: ByCategoryProps) {
  const t = useText();
  const [open, setOpen] = useState<string | null>(null);
  const groups = articleCategories
    .filter((category) => !only || category === only)
    .map((category) => ({ category, questions: all.filter((item) => item.category === category) }))
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
