import { siteFilter, siteSource } from '#features/base/sites/web/public.ts';
import { forOne, removal } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { deskOnly, listPage } from '#kit/pages/list-page.tsx';
import { type PathRecord, rewardsContract } from '../contract.ts';
import { storeSource } from './sources.ts';

const { listRecyclePaths, saveRecyclePath, removeRecyclePaths } = rewardsContract;

const write = formAction({
  endpoint: saveRecyclePath,
  initial: (path: PathRecord | undefined) =>
    path ?? { perDay: 5, days: 30, onlyWon: true, needsSerial: false },
  fields: (path) => [
    { name: 'name', label: 'rewards:field.pathName', hint: 'rewards:hint.pathName' },
    {
      name: 'fieldId',
      label: 'kit:thing.siteLabel',
      kind: 'reference',
      source: siteSource(path?.fieldName ? { [path.fieldId]: path.fieldName } : undefined),
    },
    {
      name: 'storeId',
      label: 'rewards:field.storeName',
      hint: 'rewards:hint.store',
      kind: 'reference',
      source: storeSource(path && { [path.storeId]: path.storeName }),
    },
    { name: 'perDay', hint: 'rewards:hint.perDay' },
    { name: 'days', hint: 'rewards:hint.days' },
    { name: 'onlyWon', label: 'rewards:onlyWon.yes', hint: 'rewards:hint.onlyWon' },
    { name: 'needsSerial', label: 'rewards:needsSerial.yes', hint: 'rewards:hint.needsSerial' },
  ],
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

const remove = removal<PathRecord>(removeRecyclePaths, { title: 'rewards:confirm.removePaths' });

/** /integralStore/good-recycle-path: where prizes come back, and with which limits. */
export default listPage({
  endpoint: listRecyclePaths,
  columns: [
    { key: 'name', label: 'rewards:field.pathName', phone: 'what' },
    'fieldName',
    { key: 'storeName', phone: 'more' },
    ...deskOnly('perDay', 'days'),
    { key: 'onlyWon', phone: 'amount' },
    { key: 'needsSerial', phone: false },
    { key: 'createdAt', optional: true },
  ],
  filters: [siteFilter()],
  search: 'name',
  facts: true,
  actions: [{ label: 'rewards:action.addPath', icon: 'plus', primary: true, form: write }],
  rowActions: [{ label: 'kit:action.edit', icon: 'edit', form: write }, forOne(remove)],
  bulkActions: [remove],
  empty: { title: 'rewards:empty.paths', hint: 'rewards:empty.pathsHint' },
  icon: 'map-pin',
});
