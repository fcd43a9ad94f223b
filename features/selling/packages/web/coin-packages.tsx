import { ListPage } from '#kit/pages/list-page.tsx';
import { packagesContract } from '../contract.ts';
import { definePackageList } from './package-list.tsx';

const list = definePackageList('coins', {
  list: packagesContract.listCoinPackages,
  create: packagesContract.createCoinPackage,
  change: packagesContract.changeCoinPackage,
  remove: packagesContract.removeCoinPackages,
  restore: packagesContract.restoreCoinPackages,
  send: packagesContract.sendCoinPackages,
});

/** Direct coin sale: so much money, so many coins. */
export default function CoinPackages() {
  return <ListPage definition={list} />;
}
