import { Link, useSearchParams } from 'react-router';
import { Endless } from '#kit/pages/endless.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { contentContract } from '../contract.ts';
import { type ArticleCard, ArticleCardLink } from './article-card.tsx';
import { articlePath } from './article-path.ts';
import classes from './content.module.css';
import { HelpContact } from './help-contact.tsx';
import { NothingFound } from './nothing-found.tsx';
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

const Results = ({ keyword }: { keyword: string }) => (
  <Endless
    call={[contentContract.searchArticles, { keyword, size: pageSize }]}
    empty={{
      title: 'content:search.none',
      hint: 'content:search.noneHint',
      action: <NothingFound keyword={keyword} />,
    }}
    rowHeight={92}
  >
    {(articles, total) => <Found articles={articles} total={total} />}
  </Endless>
);

function Found({ articles, total }: { articles: readonly ArticleCard[]; total: number }) {
  const t = useText();
  return (
    <section aria-live="polite">
      <h2 className={classes.sectionTitle}>{t('content:search.count', { count: total })}</h2>
      <div className={classes.list}>
        {articles.map((article) => (
          <ArticleCardLink key={article.id} article={article} withKind />
        ))}
      </div>
    </section>
  );
}

const Beginnings = () => (
  <Loaded call={[contentContract.listArticles, { kind: 'manual', size: 50 }]} skeleton="list">
    {({ records }) => <Chapters chapters={records} />}
  </Loaded>
);

function Chapters({ chapters }: { chapters: readonly ArticleCard[] }) {
  const t = useText();
  return (
    <section className={classes.panel}>
      <h2 className={classes.sectionTitle}>
        {t('content:screen.operationManual')}
        <Link to="/question">{t('content:screen.question')}</Link>
      </h2>
      <ul className={`${classes.lines} ${classes.separated}`}>
        {chapters.map((chapter) => (
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
