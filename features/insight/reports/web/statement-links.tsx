import { siteFilter } from '#features/base/sites/web/public.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { reportsContract } from '../contract.ts';
import { linkActions, makeLink } from './link-actions.tsx';

const list = defineList({
  endpoint: reportsContract.listStatementLinks,
  texts: 'reports',
  columns: [
    { key: 'fieldName', phone: 'what' },
    'firstDay',
    'lastDay',
    { key: 'remark', phone: 'more' },
    'state',
    'opened',
    'lastOpenedAt',
    'expiresAt',
    { key: 'userName', optional: true },
    { key: 'createdAt', optional: true },
  ],
  filters: [siteFilter(), 'state'],
  actions: [{ label: 'reports:links.make', icon: 'link', primary: true, form: makeLink }],
  rowActions: linkActions,
  facts: true,
  empty: { title: 'reports:links.empty', hint: 'reports:links.emptyHint' },
});

/** /statement_links: private links to statements of sites, and whether anybody opened them. */
export default function StatementLinks() {
  return <ListPage definition={list} />;
}
