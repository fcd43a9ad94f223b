import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { siteSource } from '#features/base/sites/web/public.ts';
import { MachineDrawing } from '#kit/drawings/machine-drawing.tsx';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type TransferRecord, transferDirections } from '../contract/transfers.ts';
import { fleetContract } from '../contract.ts';

const isOpen = (transfers: TransferRecord[]) => transfers.every(({ state }) => state === 'offered');
const idsOf = (transfers: TransferRecord[]) => ({ ids: transfers.map(({ id }) => id) });

const refuse: Action<TransferRecord[]> = {
  label: 'fleet:transfer.refuse',
  icon: 'x',
  danger: true,
  visible: isOpen,
  call: callOf(fleetContract.refuseTransfers, idsOf),
  confirm: { title: 'fleet:transfer.refuseTitle', params: ({ length }) => ({ count: length }) },
  success: 'fleet:transfer.refused',
};
const withdraw: Action<TransferRecord[]> = {
  label: 'fleet:transfer.withdraw',
  icon: 'x',
  visible: isOpen,
  call: callOf(fleetContract.withdrawTransfers, idsOf),
  success: 'fleet:transfer.withdrawn',
};

const accept: Action<TransferRecord[]> = {
  label: 'fleet:transfer.accept',
  icon: 'check',
  primary: true,
  visible: isOpen,
  form: formAction({
    endpoint: fleetContract.acceptTransfers,
    title: 'fleet:transfer.acceptTitle',
    initial: idsOf,
    fields: [
      {
        name: 'fieldId',
        label: 'fleet:transfer.toSite',
        hint: 'fleet:transfer.toSiteHint',
        source: siteSource(),
      },
    ],
    success: 'fleet:transfer.accepted',
  }),
};
const actionsOf = { in: [accept, refuse], out: [withdraw] };

export default function Transfers() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const direction = query.get('direction') === 'out' ? 'out' : 'in';
  const definition = useMemo(
    () =>
      defineList({
        endpoint: fleetContract.listTransfers,
        texts: 'devices',
        input: { direction },
        columns: [
          { key: 'equipmentName', phone: 'what' },
          { key: 'code', phone: 'more' },
          { key: 'partnerName', phone: 'more' },
          'offeredBy',
          { key: 'createdAt', label: 'fleet:transfer.offeredAt' },
          { key: 'decidedAt', phone: false },
          { key: 'state', width: 110 },
        ],
        filters: ['state'],
        leading: (transfer) => <MachineDrawing type={transfer.type} mood="online" size={36} />,
        rowActions: actionsOf[direction].map(forOne),
        bulkActions: actionsOf[direction],
        empty: {
          title: `fleet:transfer.empty.${direction}`,
          hint: `fleet:transfer.emptyHint.${direction}`,
        },
        header: (
          <SegmentedControl
            value={direction}
            onChange={(value) => setQuery({ direction: value }, { replace: true })}
            data={transferDirections.map((value) => ({
              value,
              label: t(`fleet:transfer.direction.${value}`),
            }))}
          />
        ),
      }),
    [direction, setQuery, t],
  );
  return <ListPage key={direction} definition={definition} />;
}
