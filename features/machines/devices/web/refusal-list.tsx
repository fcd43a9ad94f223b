import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { devicesContract } from '../contract.ts';

const list = defineList({
  endpoint: devicesContract.listRefusals,
  texts: 'devices',
  columns: [
    { key: 'code', phone: 'what' },
    { key: 'reasonName', phone: 'more' },
    'detail',
    { key: 'at', width: 180 },
  ],
  search: 'code',
  searchHint: 'devices:field.code',
  size: 20,
  empty: { title: 'devices:production.noRefusals', hint: 'devices:production.noRefusalsHint' },
});

/** Machines that were turned away, and why. */
export function RefusalList() {
  return <ListPage definition={list} />;
}
