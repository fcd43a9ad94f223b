import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { Language } from '#kit/kernel/language.ts';
import { callOf, removing } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useLanguage } from '#kit/ui/i18n.ts';
import { contentContract } from '../contract.ts';
import { titleColumns } from './title-columns.ts';

const { pageArticles, publishArticle, restoreArticle, removeArticles, submitArticle } = contentContract;
type Row = OutputOf<typeof pageArticles>['records'][number];

/** The reader's own language leads. */
const definitionIn = (language: Language) =>
  defineList({
    endpoint: pageArticles,
    texts: 'content:edit',
    search: 'keyword',
    searchHint: 'content:edit.searchHint',
    filters: ['kind', 'category', 'state'],
    columns: [
      ...titleColumns(language),
      { key: 'kind', phone: 'more' },
      'category',
      { key: 'sort', phone: false },
      { key: 'state', sortBy: 'publishedAt' },
      { key: 'origin', phone: false },
      'updatedAt',
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
      },
      {
        label: 'content:edit.unpublish',
        icon: 'eye',
        call: callOf(publishArticle, (row: Row) => ({ id: row.id, published: false })),
        visible: (row) => row.publishedAt !== null,
        confirm: { title: 'content:edit.unpublishTitle', body: 'content:edit.unpublishBody' },
        success: 'content:edit.unpublished',
      },
      {
        label: 'content:edit.restore',
        icon: 'history',
        call: callOf(restoreArticle, (row: Row) => ({ id: row.id })),
        visible: (row) => row.shipped && row.edited,
        confirm: { title: 'content:edit.restoreTitle', body: 'content:edit.restoreBody' },
        success: 'content:edit.restored',
      },
      {
        ...removing,
        call: callOf(removeArticles, (row: Row) => ({ ids: [row.id] })),
        visible: (row) => !row.shipped,
        confirm: { title: 'content:edit.removeTitle', body: 'content:edit.removeBody' },
      },
    ],
    empty: { title: 'content:edit.emptyTitle', hint: 'content:edit.emptyHint' },
  });

const definitions = { 'zh-cn': definitionIn('zh-cn'), 'en-us': definitionIn('en-us') };

export default function ContentAdminPage() {
  return <ListPage definition={definitions[useLanguage()]} />;
}
