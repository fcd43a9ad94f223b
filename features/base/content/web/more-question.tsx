import { useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Endless } from '#kit/pages/endless.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { contentContract } from '../contract.ts';
import { CategoryChips, categoryOf } from './category-chips.tsx';
import classes from './content.module.css';
import { Highlighted } from './highlighted.tsx';
import { NothingFound } from './nothing-found.tsx';
import { QuestionList } from './question-list.tsx';
import { keywordOf, SearchBox } from './search-box.tsx';

const pageSize = 50;

type Listed = OutputOf<typeof contentContract.listArticles>['records'][number] &
  Partial<Pick<OutputOf<typeof contentContract.searchArticles>['records'][number], 'titleParts'>>;

/** All questions, searchable; `?id=` opens one. */
export default function MoreQuestionPage() {
  const t = useText();
  return (
    <div className={classes.narrow}>
      <SearchBox placeholder={t('content:question.search')} />
      <CategoryChips />
      <Questions />
    </div>
  );
}

const none = { title: 'content:search.none', hint: 'content:search.noneHint' };

function Questions() {
  const [query, setQuery] = useSearchParams();
  const keyword = keywordOf(query);
  const filter = { kind: 'question' as const, category: categoryOf(query.get('category')), size: pageSize };
  const open = (slug: string | null) => {
    const next = new URLSearchParams(query);
    if (slug) next.set('id', slug);
    else next.delete('id');
    setQuery(next, { replace: true });
  };
  const list = (questions: readonly Listed[]) => (
    <QuestionList
      questions={questions.map((item) => ({
        id: item.id,
        slug: item.slug,
        heading: item.titleParts ? <Highlighted parts={item.titleParts} /> : item.title,
      }))}
      level={2}
      open={query.get('id')}
      onOpen={open}
    />
  );
  return keyword ? (
    <Endless
      call={[contentContract.searchArticles, { ...filter, keyword }]}
      empty={{ ...none, action: <NothingFound keyword={keyword} /> }}
      rowHeight={52}
    >
      {list}
    </Endless>
  ) : (
    <Endless call={[contentContract.listArticles, filter]} empty={none} rowHeight={52}>
      {list}
    </Endless>
  );
}
