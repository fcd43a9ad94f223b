import type { InputOf } from '#kit/contract/endpoint.ts';
import { Endless } from '#kit/pages/endless.tsx';
import { contentContract } from '../contract.ts';
import { ArticleCardLink } from './article-card.tsx';
import classes from './content.module.css';

interface ArticleListProps {
  input: Omit<InputOf<typeof contentContract.listArticles>, 'current'>;
  withDate?: boolean;
}

/** Articles of one kind. */
export const ArticleList = ({ input, withDate }: ArticleListProps) => (
  <Endless
    call={[contentContract.listArticles, input]}
    empty={{ title: 'content:read.emptyTitle', hint: 'content:read.emptyHint' }}
    rowHeight={92}
  >
    {(articles) => (
      <div className={classes.list}>
        {articles.map((article) => (
          <ArticleCardLink key={article.id} article={article} withDate={withDate} />
        ))}
      </div>
    )}
  </Endless>
);
