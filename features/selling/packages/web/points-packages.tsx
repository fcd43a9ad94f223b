import { formAction } from '#kit/pages/form-action.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { packagesContract } from '../contract.ts';
import { definePackageList } from './package-list.tsx';
import { siteField, startingSite } from './site-field.ts';

const packages = definePackageList('points', {
  list: packagesContract.listPointsPackages,
  create: packagesContract.createPointsPackage,
  change: packagesContract.changePointsPackage,
  remove: packagesContract.removePointsPackages,
  restore: packagesContract.restorePointsPackages,
  send: packagesContract.sendPointsPackages,
});

const store = formAction({
  endpoint: packagesContract.savePointsStore,
  initial: startingSite,
  fields: [siteField, { name: 'url', label: 'packages:store.url', hint: 'packages:store.hint' }],
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});
const list = {
  ...packages,
  actions: [
    ...(packages.actions ?? []),
    { label: 'packages:store.action', icon: 'link' as const, form: store },
  ],
};

/** Points for money: into the player's account, never turned into coins. */
export default function PointsPackages() {
  return <ListPage definition={list} />;
}
