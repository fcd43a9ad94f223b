import { ListPage } from '#kit/pages/list-page.tsx';
import { packagesContract } from '../contract.ts';
import { definePackageList } from './package-list.tsx';

const list = definePackageList('stored', {
  list: packagesContract.listStoredPackages,
  create: packagesContract.createStoredPackage,
  change: packagesContract.changeStoredPackage,
  remove: packagesContract.removeStoredPackages,
  restore: packagesContract.restoreStoredPackages,
  send: packagesContract.sendStoredPackages,
});

/** Stored value: coins into the player's account, to play with later. */
export default function StoredPackages() {
  return <ListPage definition={list} />;
}
