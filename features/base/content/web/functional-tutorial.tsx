import { useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { ArticleList } from './article-list.tsx';
import { CategoryChips, categoryOf } from './category-chips.tsx';
import classes from './content.module.css';
import { ScreenHead } from './screen-head.tsx';

/** Step-by-step tutorials, and short introductions of what each part does. */
export default function FunctionalTutorialPage() {
  const t = useText();
  const [query] = useSearchParams();
  const category = categoryOf(query.get('category'));
  return (
    <div className={classes.page}>
      <ScreenHead hint={t('content:tutorials.hint')} />
      <CategoryChips />
      <div className={classes.columns}>
        <section>
          <h2 className={classes.sectionTitle}>{t('content:overview.tutorials')}</h2>
          <ArticleList input={{ kind: 'tutorial', category, size: 20 }} />
        </section>
        <section>
          <h2 className={classes.sectionTitle}>{t('content:overview.introductions')}</h2>
          <ArticleList input={{ kind: 'introduction', category, size: 20 }} />
        </section>
      </div>
    </div>
  );
}
