import { Badge, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Hint, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { contentContract } from '../contract.ts';
import { articlePath } from './article-path.ts';
import classes from './content.module.css';
import { Highlighted } from './highlighted.tsx';

export type ArticleCard = OutputOf<typeof contentContract.listArticles>['records'][number];
type FoundArticle = OutputOf<typeof contentContract.searchArticles>['records'][number];

interface CardProps {
  article: ArticleCard | FoundArticle;
  /** shown where several kinds stand together */
  withKind?: boolean;
  withDate?: boolean;
}

/** One article in a list: the whole card is the link. */
export function ArticleCardLink({ article, withKind, withDate }: CardProps) {
  const t = useText();
  return (
    <Link to={articlePath(article)} className={classes.card}>
      {article.cover && <img src={article.cover} alt="" className={classes.cardCover} loading="lazy" />}
      <div className={classes.cardText}>
        <Text component="h3" fw={600} size="md" m={0}>
          {'titleParts' in article ? <Highlighted parts={article.titleParts} /> : article.title}
        </Text>
        <Hint lineClamp={3}>
          {'snippet' in article ? <Highlighted parts={article.snippet} /> : article.summary}
        </Hint>
        <div className={classes.cardMeta}>
          {withKind && (
            <Badge variant="light" radius="sm" size="sm">
              {t(`content:kind.${article.kind}`)}
            </Badge>
          )}
          {article.video && (
            <Badge
              variant="light"
              radius="sm"
              size="sm"
              color="coin"
              leftSection={<Icon name="video" size={12} />}
            >
              {t('content:read.video')}
            </Badge>
          )}
          <Text size="xs" c="dimmed" component="span">
            {withDate ? (
              <Time value={article.publishedAt} pattern="Y-m-d" />
            ) : (
              t(`content:category.${article.category}`)
            )}
          </Text>
        </div>
      </div>
      <span className={classes.cardArrow}>
        <Icon name="chevron-right" />
      </span>
    </Link>
  );
}
