import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Action } from '#kit/pages/actions.ts';
import { type Column, defineList, type Filter } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import {
  attentions,
  type CardKind,
  type CardRecord,
  cardKinds,
  operators,
  simcardsContract,
} from '../contract.ts';
import { CardFormSheet, type CardFormTask } from './card-form.tsx';
import {
  CardDevice,
  CardNumber,
  EnabledBadge,
  Expiry,
  ExpiryBadge,
  OperatorName,
  Traffic,
} from './card-parts.tsx';
import { type CardTask, CardTaskSheet } from './card-tasks.tsx';
import { ImportSheet } from './import-sheet.tsx';

const numberColumn: Column<CardRecord> = {
  key: 'number',
  label: 'simcards:field.number',
  primary: true,
  render: (card) => <CardNumber card={card} />,
};
const createdColumn: Column<CardRecord> = {
  key: 'createdAt',
  label: 'simcards:field.createdAt',
  sortable: true,
  optional: true,
  exportAs: { kind: 'instant' },
  render: (card) => <Time value={card.createdAt} />,
};

const columns: Record<CardKind, readonly Column<CardRecord>[]> = {
  sim: [
    numberColumn,
    {
      key: 'operator',
      label: 'simcards:field.operator',
      exportAs: { values: Object.fromEntries(operators.map((name) => [name, `simcards:operator.${name}`])) },
      render: (card) => <OperatorName card={card} />,
    },
    {
      key: 'equipmentName',
      label: 'simcards:field.device',
      secondary: true,
      render: (card) => <CardDevice card={card} />,
    },
    {
      key: 'expiresOn',
      label: 'simcards:field.expiresOn',
      sortable: true,
      render: (card) => <Expiry card={card} />,
    },
    {
      key: 'trafficUsedBytes',
      label: 'simcards:field.traffic',
      sortable: true,
      width: 170,
      render: (card) => <Traffic card={card} />,
    },
    { key: 'remark', label: 'simcards:field.remark', optional: true },
    createdColumn,
    {
      key: 'expiryState',
      label: 'simcards:field.state',
      trailing: true,
      width: 130,
      render: (card) => <ExpiryBadge card={card} />,
    },
  ],
  ic: [
    numberColumn,
    { key: 'holder', label: 'simcards:field.holder', secondary: true },
    { key: 'expiresOn', label: 'simcards:field.expiresOn', render: (card) => <Expiry card={card} /> },
    { key: 'remark', label: 'simcards:field.remark' },
    createdColumn,
    {
      key: 'enabled',
      label: 'simcards:field.state',
      trailing: true,
      width: 100,
      render: (card) => <EnabledBadge card={card} />,
    },
  ],
};

type Filters = readonly Filter<typeof simcardsContract.listCards>[];
const filters: Record<CardKind, Filters> = {
  sim: [
    {
      kind: 'choice',
      name: 'attention',
      label: 'simcards:list.attention',
      options: attentions.map((value) => ({ value, label: `simcards:attention.${value}` })),
    },
    {
      kind: 'choice',
      name: 'operator',
      label: 'simcards:field.operator',
      options: operators.map((value) => ({ value, label: `simcards:operator.${value}` })),
    },
  ],
  ic: [{ kind: 'switch', name: 'enabled', label: 'simcards:field.enabled' }],
};

const rowActions = (start: (task: CardTask) => void): readonly Action<CardRecord>[] => [
  {
    label: 'simcards:task.renew',
    icon: 'calendar',
    needs: simcardsContract.renewCard,
    run: (card) => start({ kind: 'renew', card }),
  },
  {
    label: 'simcards:task.assign',
    icon: 'device',
    needs: simcardsContract.assignCard,
    run: (card) => start({ kind: 'assign', card }),
  },
];

function KindSwitch({ kind }: { kind: CardKind }) {
  const t = useText();
  const [, setQuery] = useSearchParams();
  return (
    <SegmentedControl
      value={kind}
      onChange={(next) => setQuery(next === 'ic' ? { kind: next } : {}, { replace: true })}
      data={cardKinds.map((value) => ({ value, label: t(`simcards:kind.${value}`) }))}
      aria-label={t('simcards:field.kind')}
      maw={360}
    />
  );
}

/** SIM cards of devices; `?kind=ic` shows the chip cards of people. */
export default function CardList() {
  const [query] = useSearchParams();
  const kind: CardKind = query.get('kind') === 'ic' ? 'ic' : 'sim';
  const [formTask, setFormTask] = useState<CardFormTask | undefined>();
  const [task, setTask] = useState<CardTask | undefined>();
  const [importing, setImporting] = useState<CardKind | undefined>();
  const list = useMemo(
    () =>
      defineList({
        endpoint: simcardsContract.listCards,
        input: { kind },
        columns: columns[kind],
        filters: filters[kind],
        search: 'number',
        searchHint: `simcards:list.search.${kind}`,
        actions: [
          {
            label: `simcards:list.add.${kind}`,
            icon: 'plus',
            primary: true,
            needs: simcardsContract.saveCard,
            run: () => setFormTask({ kind }),
          },
          {
            label: 'simcards:import.title',
            icon: 'upload',
            needs: simcardsContract.importCards,
            run: () => setImporting(kind),
          },
        ],
        rowActions: kind === 'sim' ? rowActions(setTask) : undefined,
        rowTo: (card) => `/card?id=${card.id}`,
        empty: { title: `simcards:list.empty.${kind}`, hint: `simcards:list.emptyHint.${kind}` },
        export: true,
        live: 'card.',
        header: <KindSwitch kind={kind} />,
      }),
    [kind],
  );
  return (
    <>
      <ListPage key={kind} definition={list} />
      <CardFormSheet task={formTask} onClose={() => setFormTask(undefined)} />
      <CardTaskSheet task={task} onClose={() => setTask(undefined)} />
      <ImportSheet kind={importing} onClose={() => setImporting(undefined)} />
    </>
  );
}
