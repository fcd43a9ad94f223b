import { useMemo } from 'react';
import type { z } from 'zod';
import { defineForm, type FormField, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { navigation } from '#kit/ui/navigation.ts';
import { stockContract } from '../contract.ts';
import type { LineKind } from '../rules/draft-rules.ts';
import { LinesField } from './lines-field.tsx';
import { storeSource, supplierSource } from './sources.ts';

const endpoints = {
  receipt: stockContract.receiveStock,
  transfer: stockContract.transferStock,
  count: stockContract.countStock,
  loss: stockContract.loseStock,
} as const;

export const documentPage = '/integralStore/documentManage';

const storeLabels: Record<LineKind, string> = {
  receipt: 'stock:doc.into',
  transfer: 'stock:doc.from',
  count: 'stock:doc.countedAt',
  loss: 'stock:doc.lostAt',
};

function fieldsFor(kind: LineKind): FormField[] {
  const store = (name: string, label: string): FormField => ({
    name,
    label,
    kind: 'reference',
    source: storeSource(),
  });
  return [
    store('storeId', storeLabels[kind]),
    ...(kind === 'transfer' ? [store('toStoreId', 'stock:doc.to')] : []),
    ...(kind === 'receipt'
      ? [
          {
            name: 'supplierId',
            label: 'stock:field.supplierName',
            kind: 'reference',
            source: supplierSource,
          } as const,
        ]
      : []),
    {
      name: 'lines',
      label: 'stock:doc.lines',
      section: 'stock:doc.lines',
      wide: true,
      render: (props) => <LinesField {...props} kind={kind} />,
    },
    {
      name: 'note',
      label: kind === 'loss' ? 'stock:field.reason' : 'stock:field.note',
      placeholder: `stock:doc.note.${kind}`,
      section: 'stock:doc.noteTitle',
      rows: 2,
    },
  ];
}

/** A paper to fill in. Afterwards the booked document is shown. */
export function DocumentForm({ kind, storeId }: { kind: LineKind; storeId?: string | undefined }) {
  const form = useMemo(
    () =>
      defineForm({
        schema: endpoints[kind].input as z.ZodObject,
        texts: 'stock',
        fields: fieldsFor(kind),
        initial: { storeId, lines: [] },
        submit: submitTo(endpoints[kind]),
        submitLabel: `stock:doc.book.${kind}`,
        success: 'stock:doc.booked',
        afterwards: ({ id }: { id: string }) => navigation.go(`${documentPage}?id=${id}`, { replace: true }),
      }),
    [kind, storeId],
  );
  return <FormPage definition={form} />;
}
