import { useMemo } from 'react';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { forOne } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { firmwareContract, type Target } from '../contract.ts';
import { updating } from './start-rollout.tsx';

const listOf = (target: Target) => {
  const update = updating(target);
  return defineList({
    endpoint: firmwareContract.listVersions,
    id: target,
    input: { target },
    columns: [
      { key: 'equipmentName', phone: 'what' },
      { key: 'code', phone: false },
      { key: 'fieldName', phone: 'more' },
      { key: 'version', phone: 'more' },
      'latest',
      'state',
    ],
    search: 'keyword',
    searchHint: 'firmware:device.search',
    filters: ['type', siteFilter(), 'outdated'],
    bulkActions: [{ ...update, primary: true }],
    rowActions: [{ ...forOne(update), visible: (device) => device.percent === null }],
    empty: {
      title: `firmware:device.${target === 'app' ? 'noAndroid' : 'none'}`,
      hint: 'firmware:device.emptyHint',
    },
  });
};

/** What runs where; select some, choose a version, watch. */
export function DeviceVersions({ target }: { target: Target }) {
  const list = useMemo(() => listOf(target), [target]);
  return <ListPage definition={list} />;
}
