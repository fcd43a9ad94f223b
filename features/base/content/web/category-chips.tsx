import { Chip } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { type ArticleCategory, articleCategories } from '../contract/articles.ts';
import classes from './content.module.css';

export const categoryOf = (value: string | null): ArticleCategory | undefined =>
  articleCategories.find((category) => category === value);

/** The topic stands in the address, so that it survives going back. */
export function CategoryChips() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const choose = (value: string | string[]) => {
    const next = new URLSearchParams(query);
    if (value) next.set('category', String(value));
    else next.delete('category');
    setQuery(next, { replace: true });
  };
  return (
    <Chip.Group value={categoryOf(query.get('category')) ?? ''} onChange={choose}>
      <fieldset className={classes.chips} aria-label={t('content:category.label')}>
        <Chip value="" size="sm" classNames={{ label: classes.chip }}>
          {t('content:category.all')}
        </Chip>
        {articleCategories.map((category) => (
          <Chip key={category} value={category} size="sm" classNames={{ label: classes.chip }}>
            {t(`content:category.${category}`)}
          </Chip>
        ))}
      </fieldset>
    </Chip.Group>
  );
}
