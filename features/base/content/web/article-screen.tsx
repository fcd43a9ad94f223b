import { Button, Stack } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import type { ArticleKind } from '../contract/articles.ts';
import { contentContract } from '../contract.ts';
import { ArticleCardLink } from './article-card.tsx';
import { ArticleView } from './article-view.tsx';
import classes from './content.module.css';

const refPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const othersShown = 4;

interface ArticleScreenProps {
  endpoint: typeof contentContract.articleDetail | typeof contentContract.introductionDetail;
  kind: ArticleKind;
  /** where the list of its kind stands */
  listPath: string;
}

/** One article named by `?id=`, and others of its kind to go on with. */
export function ArticleScreen({ endpoint, kind, listPath }: ArticleScreenProps) {
  const [query] = useSearchParams();
  const id = query.get('id') ?? '';
  return refPattern.test(id) ? (
    <Stack gap="xl">
      <Loaded call={[endpoint, { id }]} skeleton="list">
        {(article) => <ArticleView article={article} />}
      </Loaded>
      <OtherArticles kind={kind} current={id} />
    </Stack>
  ) : (
    <NoArticle listPath={listPath} />
  );
}

function OtherArticles({ kind, current }: { kind: ArticleKind; current: string }) {
  const t = useText();
  const { data } = useCall(contentContract.listArticles, { kind, size: othersShown + 1 });
  const others = (data?.records ?? []).filter(({ slug, id }) => slug !== current && id !== current);
  if (others.length === 0) return null;
  return (
    <section className={classes.article}>
      <h2 className={classes.sectionTitle}>{t('content:read.others')}</h2>
      <div className={classes.list}>
        {others.slice(0, othersShown).map((article) => (
          <ArticleCardLink key={article.id} article={article} withDate={kind === 'news'} />
        ))}
      </div>
    </section>
  );
}

function NoArticle({ listPath }: Pick<ArticleScreenProps, 'listPath'>) {
  const t = useText();
  return (
    <EmptyState
      title={t('content:read.noneTitle')}
      hint={t('content:read.noneHint')}
      action={
        <Button component={Link} to={listPath} variant="light">
          {t('content:read.toList')}
        </Button>
      }
    />
  );
}
