import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { Language } from '#kit/kernel/language.ts';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { StatusBadge, Time } from '#kit/ui/display.tsx';
import { useLanguage, useText } from '#kit/ui/i18n.ts';
import { articleCategories, articleKinds } from '../contract/articles.ts';
import { contentContract } from '../contract.ts';
import { titleColumns } from './title-columns.ts';

const { pageArticles, publishArticle, restoreArticle, removeArticles, submitArticle, listArticles } =
  contentContract;
type Row = OutputOf<typeof pageArticles>['records'][number];

function Origin({ shipped, edited }: { shipped: boolean; edited: boolean }) {
  const t = useText();
  if (!shipped) return t('content:origin.own');
  return t(edited ? 'content:origin.edited' : 'content:origin.shipped');
}

function State({ publishedAt }: { publishedAt: string | null }) {
  const t = useText();
  return (
    <StatusBadge tone={publishedAt ? 'good' : 'waiting'}>
      {t(publishedAt ? 'content:state.published' : 'content:state.draft')}
    </StatusBadge>
  );
}

function Named({ group, value }: { group: 'kind' | 'category'; value: string }) {
  const t = useText();
  return t(`content:${group}.${value}`);
}

/** The reader's own language leads. */
const definitionIn = (language: Language) =>
  defineList({
    endpoint: pageArticles,
    search: 'keyword',
    searchHint: 'content:edit.searchHint',
    filters: [
      {
        kind: 'choice',
        name: 'kind',
        label: 'content:edit.kind',
        options: articleKinds.map((value) => ({ value, label: `content:kind.${value}` })),
      },
      {
        kind: 'choice',
        name: 'category',
        label: 'content:edit.category',
        options: articleCategories.map((value) => ({ value, label: `content:category.${value}` })),
      },
      {
        kind: 'choice',
        name: 'state',
        label: 'content:edit.state',
        options: ['draft', 'published'].map((value) => ({ value, label: `content:state.${value}` })),
      },
    ],
    columns: [
      ...titleColumns(language),
      { key: 'kind', label: 'content:edit.kind', render: (row) => <Named group="kind" value={row.kind} /> },
      {
        key: 'category',
        label: 'content:edit.category',
        render: (row) => <Named group="category" value={row.category} />,
      },
      { key: 'sort', label: 'content:edit.sort', sortable: true, align: 'right', hideOnPhone: true },
      {
        key: 'publishedAt',
        label: 'content:edit.state',
        sortable: true,
        trailing: true,
        render: (row) => <State publishedAt={row.publishedAt} />,
      },
      {
        key: 'shipped',
        label: 'content:edit.origin',
        render: (row) => <Origin {...row} />,
        hideOnPhone: true,
      },
      {
        key: 'updatedAt',
        label: 'content:edit.updatedAt',
        sortable: true,
        render: (row) => <Time value={row.updatedAt} />,
      },
    ],
    rowTo: (row) => `/content_edit?id=${row.id}`,
    actions: [
      {
        label: 'content:edit.add',
        icon: 'plus',
        primary: true,
        to: () => '/content_edit',
        needs: submitArticle,
      },
    ],
    rowActions: [
      {
        label: 'content:edit.publish',
        icon: 'upload',
        call: callOf(publishArticle, (row: Row) => ({ id: row.id, published: true })),
        visible: (row) => row.publishedAt === null,
        success: 'content:edit.published',
        invalidates: [listArticles],
      },
      {
        label: 'content:edit.unpublish',
        icon: 'eye',
        call: callOf(publishArticle, (row: Row) => ({ id: row.id, published: false })),
        visible: (row) => row.publishedAt !== null,
        confirm: { title: 'content:edit.unpublishTitle', body: 'content:edit.unpublishBody' },
        success: 'content:edit.unpublished',
        invalidates: [listArticles],
      },
      {
        label: 'content:edit.restore',
        icon: 'history',
        call: callOf(restoreArticle, (row: Row) => ({ id: row.id })),
        visible: (row) => row.shipped && row.edited,
        confirm: { title: 'content:edit.restoreTitle', body: 'content:edit.restoreBody' },
        success: 'content:edit.restored',
        invalidates: [listArticles],
      },
      {
        label: 'kit:action.remove',
        icon: 'trash',
        danger: true,
        call: callOf(removeArticles, (row: Row) => ({ ids: [row.id] })),
        visible: (row) => !row.shipped,
        confirm: { title: 'content:edit.removeTitle', body: 'content:edit.removeBody' },
        success: 'kit:action.removed',
        invalidates: [listArticles],
      },
    ],
    empty: { title: 'content:edit.emptyTitle', hint: 'content:edit.emptyHint' },
    export: true,
    live: 'article.',
  });

const definitions = { 'zh-cn': definitionIn('zh-cn'), 'en-us': definitionIn('en-us') };

export default function ContentAdminPage() {
  return <ListPage definition={definitions[useLanguage()]} />;
}
