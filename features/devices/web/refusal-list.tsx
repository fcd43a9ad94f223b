import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { devicesContract } from '../contract.ts';

type Refusal = OutputOf<typeof devicesContract.listRefusals>['records'][number];

function Reason({ refusal }: { refusal: Refusal }) {
  return useText()(`devices:refusal.${refusal.reason}`);
}

const list = defineList({
  endpoint: devicesContract.listRefusals,
  columns: [
    { key: 'code', label: 'devices:field.code', primary: true },
    {
      key: 'reason',
      label: 'devices:production.reason',
      secondary: true,
      render: (refusal) => <Reason refusal={refusal} />,
    },
    { key: 'detail', label: 'devices:record.details' },
    {
      key: 'at',
      label: 'devices:record.at',
      sortable: true,
      trailing: true,
      width: 180,
      render: (refusal) => <Time value={refusal.at} pattern="m-d H:M:S" />,
      exportAs: { kind: 'instant' },
    },
  ],
  search: 'code',
  searchHint: 'devices:field.code',
  size: 20,
  empty: { title: 'devices:production.noRefusals', hint: 'devices:production.noRefusalsHint' },
  export: true,
});

/** Machines that were turned away, and why. */
export function RefusalList() {
  return <ListPage definition={list} />;
}
