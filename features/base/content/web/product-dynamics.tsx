import { Badge } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { contentContract } from '../contract.ts';
import type { ArticleCard } from './article-card.tsx';
import { ArticleList } from './article-list.tsx';
import { articlePath } from './article-path.ts';
import { ArticleScreen } from './article-screen.tsx';
import classes from './content.module.css';

const doors: readonly { path: string; title: string; icon: IconName }[] = [
  { path: '/systemMessage', title: 'systemMessage', icon: 'bell' },
  { path: '/operation_manual', title: 'operationManual', icon: 'book' },
  { path: '/functionalTutorial', title: 'functionalTutorial', icon: 'school' },
  { path: '/question', title: 'question', icon: 'message' },
  { path: '/help', title: 'help', icon: 'help' },
];

/** The landing page of the tab: what is new, and the doors to everything that explains the product. */
export default function ProductDynamicsPage() {
  const [query] = useSearchParams();
  return query.has('id') ? (
    <ArticleScreen endpoint={contentContract.articleDetail} kind="news" listPath="/productDynamics" />
  ) : (
    <Overview />
  );
}

function Overview() {
  const t = useText();
  const { data } = useCall(contentContract.cpdtData, {});
  return (
    <div className={classes.page}>
      <nav className={classes.tiles} aria-label={t('content:overview.doors')}>
        {doors.map((door) => (
          <Link key={door.path} to={door.path} className={classes.tile}>
            <span className={classes.tileIcon}>
              <Icon name={door.icon} size={24} />
            </span>
            {t(`content:screen.${door.title}`)}
            {door.path === '/systemMessage' && data && data.unreadCount > 0 && (
              <Badge color="red.8" size="sm" circle={data.unreadCount < 10} className={classes.tileCount}>
                {data.unreadCount}
              </Badge>
            )}
          </Link>
        ))}
      </nav>
      <div className={classes.columns}>
        <section>
          <h2 className={classes.sectionTitle}>{t('content:overview.news')}</h2>
          <ArticleList input={{ kind: 'news', size: 10 }} withDate />
        </section>
        <div className={classes.list}>
          <ShortList
            title={t('content:overview.introductions')}
            to="/functionalTutorial"
            articles={data?.introductions}
          />
          <ShortList
            title={t('content:overview.tutorials')}
            to="/functionalTutorial"
            articles={data?.tutorials}
          />
          <ShortList title={t('content:overview.questions')} to="/question" articles={data?.questions} />
        </div>
      </div>
    </div>
  );
}

interface ShortListProps {
  title: string;
  to: string;
  articles: readonly ArticleCard[] | undefined;
}

function ShortList({ title, to, articles }: ShortListProps) {
  const t = useText();
  if (!articles?.length) return null;
  return (
    <section className={classes.panel}>
      <h2 className={classes.sectionTitle}>
        {title}
        <Link to={to} aria-label={t('content:overview.allOf', { title })}>
          {t('content:overview.all')}
        </Link>
      </h2>
      <ul className={`${classes.lines} ${classes.separated}`}>
        {articles.map((article) => (
          <li key={article.id}>
            <Link to={articlePath(article)} className={classes.line}>
              <span className={classes.lineText}>{article.title}</span>
              <Icon name="chevron-right" size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
