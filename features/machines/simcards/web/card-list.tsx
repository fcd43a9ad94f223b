import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { columnsOf, defineList } from '#kit/pages/list-definition.ts';
import { ListPage, optional } from '#kit/pages/list-page.tsx';
import type { Column } from '#kit/pages/list-specs.ts';
import { useText } from '#kit/ui/i18n.ts';
import { type CardKind, type CardRecord, cardKinds, simcardsContract } from '../contract.ts';
import { assigning, cardForms, importForms, renewing } from './card-actions.tsx';

const columns: Record<CardKind, readonly Column<CardRecord>[]> = {
  sim: columnsOf(simcardsContract.listCards, 'simcards', [
    { key: 'number', phone: 'what' },
    { key: 'operator', phone: false },
    'equipmentName',
    'fieldName',
    'expiresOn',
    { key: 'trafficUsedBytes', width: 150 },
    { key: 'trafficLimitBytes', phone: false },
    ...optional('trafficState', 'remark', 'createdAt'),
    { key: 'expiryState', width: 130 },
  ]),
  ic: columnsOf(simcardsContract.listCards, 'simcards', [
    { key: 'number', phone: 'what' },
    { key: 'holder', phone: 'more' },
    'expiresOn',
    'remark',
    { key: 'createdAt', optional: true },
    { key: 'enabled', width: 100 },
  ]),
};

const definitionOf = (kind: CardKind, header: ReactNode) =>
  defineList({
    endpoint: simcardsContract.listCards,
    input: { kind },
    columns: columns[kind],
    filters: kind === 'sim' ? ['attention', 'operator'] : ['enabled'],
    search: 'number',
    searchHint: `simcards:list.search.${kind}`,
    actions: [
      { label: `simcards:list.add.${kind}`, icon: 'plus', primary: true, form: cardForms[kind] },
      { label: 'simcards:import.title', icon: 'upload', form: importForms[kind] },
    ],
    rowActions: kind === 'sim' ? [renewing, assigning] : undefined,
    rowTo: (card) => `/card?id=${card.id}`,
    empty: { title: `simcards:list.empty.${kind}`, hint: `simcards:list.emptyHint.${kind}` },
    header,
  });

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
  const list = useMemo(() => definitionOf(kind, <KindSwitch kind={kind} />), [kind]);
  return <ListPage key={kind} definition={list} />;
}
