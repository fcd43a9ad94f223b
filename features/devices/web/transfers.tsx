import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { siteSource } from '#features/sites/web/public.ts';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { defineForm } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { type Column, defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { client } from '#kit/ui/client.ts';
import { StatusBadge, Time, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { type TransferRecord, type TransferState, transferStates } from '../contract/transfers.ts';
import { devicesContract } from '../contract.ts';
import { deviceAnswers } from './device-answers.ts';
import { TypeIcon } from './device-parts.tsx';
import { useAsk } from './use-ask.ts';
import { useDeviceLive } from './use-device-live.ts';

const tones: Record<TransferState, Tone> = {
  offered: 'waiting',
  accepted: 'good',
  refused: 'bad',
  withdrawn: 'quiet',
};

function State({ state }: { state: TransferState }) {
  return <StatusBadge tone={tones[state]}>{useText()(`devices:transfer.state.${state}`)}</StatusBadge>;
}

function Device({ transfer }: { transfer: TransferRecord }) {
  return `${transfer.equipmentName ?? transfer.typeName} · ${transfer.code}`;
}

const columns: readonly Column<TransferRecord>[] = [
  {
    key: 'code',
    label: 'devices:field.device',
    primary: true,
    render: (transfer) => <Device transfer={transfer} />,
  },
  { key: 'partnerName', label: 'devices:transfer.partner', secondary: true },
  { key: 'offeredBy', label: 'devices:transfer.offeredBy' },
  {
    key: 'createdAt',
    label: 'devices:transfer.offeredAt',
    sortable: true,
    render: (transfer) => <Time value={transfer.createdAt} />,
  },
  {
    key: 'decidedAt',
    label: 'devices:transfer.decidedAt',
    hideOnPhone: true,
    render: (transfer) => <Time value={transfer.decidedAt} />,
  },
  {
    key: 'state',
    label: 'devices:field.state',
    trailing: true,
    width: 110,
    render: (transfer) => <State state={transfer.state} />,
  },
];

const isOpen = (transfers: TransferRecord[]) => transfers.every(({ state }) => state === 'offered');
const idsOf = (transfers: TransferRecord[]) => ({ ids: transfers.map(({ id }) => id) });

const refuse: Action<TransferRecord[]> = {
  label: 'devices:transfer.refuse',
  icon: 'x',
  danger: true,
  visible: isOpen,
  call: callOf(devicesContract.refuseTransfers, idsOf),
  confirm: { title: 'devices:transfer.refuseTitle', params: ({ length }) => ({ count: length }) },
  success: 'devices:transfer.refused',
};
const withdraw: Action<TransferRecord[]> = {
  label: 'devices:transfer.withdraw',
  icon: 'x',
  visible: isOpen,
  call: callOf(devicesContract.withdrawTransfers, idsOf),
  success: 'devices:transfer.withdrawn',
};

const acceptSchema = devicesContract.acceptTransfers.input.pick({ fieldId: true });

function AcceptForm({ transfers, onDone }: { transfers: TransferRecord[]; onDone: () => void }) {
  const form = useMemo(
    () =>
      defineForm({
        schema: acceptSchema,
        fields: [
          {
            name: 'fieldId',
            label: 'devices:transfer.toSite',
            hint: 'devices:transfer.toSiteHint',
            source: siteSource(),
            wide: true,
          },
        ],
        guard: false,
        submit: ({ fieldId }) =>
          client.call(devicesContract.acceptTransfers, { ...idsOf(transfers), fieldId }),
        submitLabel: 'devices:transfer.accept',
        invalidates: deviceAnswers,
        success: 'devices:transfer.accepted',
        afterwards: onDone,
      }),
    [transfers, onDone],
  );
  return <FormPage definition={form} />;
}

const directions = ['in', 'out'] as const;

export default function Transfers() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const direction = query.get('direction') === 'out' ? 'out' : 'in';
  const accepting = useAsk<TransferRecord[]>();
  useDeviceLive(devicesContract.listTransfers);
  const definition = useMemo(() => {
    const accept: Action<TransferRecord[]> = {
      label: 'devices:transfer.accept',
      icon: 'check',
      primary: true,
      visible: isOpen,
      run: (transfers) => accepting.ask(transfers),
    };
    const actions = direction === 'in' ? [accept, refuse] : [withdraw];
    return defineList({
      endpoint: devicesContract.listTransfers,
      input: { direction },
      columns,
      filters: [
        {
          kind: 'choice',
          name: 'state',
          label: 'devices:field.state',
          options: transferStates.map((value) => ({ value, label: `devices:transfer.state.${value}` })),
        },
      ],
      leading: (transfer) => <TypeIcon type={transfer.type} />,
      rowActions: actions.map(forOne),
      bulkActions: actions,
      empty: {
        title: `devices:transfer.empty.${direction}`,
        hint: `devices:transfer.emptyHint.${direction}`,
      },
      header: (
        <SegmentedControl
          value={direction}
          onChange={(value) => setQuery({ direction: value }, { replace: true })}
          data={directions.map((value) => ({ value, label: t(`devices:transfer.direction.${value}`) }))}
        />
      ),
    });
  }, [direction, accepting.ask, setQuery, t]);
  return (
    <>
      <ListPage key={direction} definition={definition} />
      <Sheet
        opened={accepting.subject !== undefined}
        onClose={() => accepting.settle(false)}
        title={t('devices:transfer.acceptTitle')}
      >
        {accepting.subject && (
          <AcceptForm transfers={accepting.subject} onDone={() => accepting.settle(true)} />
        )}
      </Sheet>
    </>
  );
}
