import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Heading, Hint, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Markdown } from '#kit/ui/markdown.tsx';
import type { contentContract } from '../contract.ts';
import classes from './content.module.css';

export type Article = OutputOf<typeof contentContract.articleDetail>;

/** An article as it is read: title, date, picture or video, text. */
export function ArticleView({ article }: { article: Article }) {
  const t = useText();
  return (
    <article className={classes.article}>
      <Heading size="h2">{article.title}</Heading>
      <Hint mt={4} mb="md">
        {t(`content:category.${article.category}`)}
        {' · '}
        {t('content:read.updated')} <Time value={article.updatedAt} pattern="Y-m-d" />
      </Hint>
      {article.video ? (
        // biome-ignore lint/a11y/useMediaCaption: the text below the video says the same in writing
        <video
          className={classes.video}
          src={article.video}
          poster={article.cover ?? undefined}
          controls
          preload="metadata"
        />
      ) : (
        article.cover && <img className={classes.cover} src={article.cover} alt="" />
      )}
      <Markdown source={article.body} />
    </article>
  );
}
