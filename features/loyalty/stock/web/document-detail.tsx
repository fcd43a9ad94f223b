import { Anchor, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { formAction } from '#kit/pages/form-action.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { DocumentDetail } from '../contract/documents.ts';
import { stockContract } from '../contract.ts';
import { documentPage } from './document-form.tsx';
import { DocumentLines } from './document-lines.tsx';
import { DocumentPaper } from './document-paper.tsx';

const { readDocument, reverseDocument } = stockContract;

/** What only some documents have: where to, from whom, why, and the document that took it back. */
function About({ document }: { document: DocumentDetail }) {
  const t = useText();
  const { kind, otherId, otherNumber } = document;
  const facts = (['toStoreName', 'supplierName', 'note'] as const).flatMap((key) =>
    document[key] ? [{ key, value: document[key] }] : [],
  );
  return (
    <>
      {facts.map(({ key, value }) => (
        <Hint key={key}>{`${t(`stock:field.${key}`)} ${value}`}</Hint>
      ))}
      {otherId && (
        <Text size="sm" mt="xs">
          {t(kind === 'reversal' ? 'stock:doc.reverses' : 'stock:doc.reversedBy')}{' '}
          <Anchor component={Link} to={`${documentPage}?id=${otherId}`}>
            {otherNumber}
          </Anchor>
        </Text>
      )}
    </>
  );
}

const reverse = formAction({
  endpoint: reverseDocument,
  title: ({ number }: DocumentDetail, t) => t('stock:doc.reverseTitle', { number }),
  initial: ({ id }) => ({ id }),
  lead: 'stock:doc.reverseHint',
  fields: [{ name: 'note', label: 'stock:field.reason', placeholder: 'stock:doc.note.reversal', rows: 2 }],
  submitLabel: 'stock:doc.reverse',
  danger: true,
  success: 'stock:doc.reversedDone',
});

const detailOf = (id: string) =>
  defineDetail({
    endpoint: readDocument,
    input: { id },
    head: {
      title: 'number',
      state: 'kind',
      amount: 'costFen',
      facts: ['storeName', 'userName', 'createdAt'],
      note: (document) => <About document={document} />,
    },
    sections: [
      {
        title: 'stock:doc.lines',
        content: (document) => (
          <>
            <DocumentLines document={document} />
            <DocumentPaper document={document} />
          </>
        ),
      },
    ],
    actions: [{ label: 'stock:doc.print', icon: 'printer', primary: true, run: () => window.print() }],
    danger: [
      {
        label: 'stock:doc.reverse',
        icon: 'history',
        danger: true,
        visible: ({ mayReverse }) => mayReverse,
        form: reverse,
      },
    ],
  });

/** One document: its lines, its paper, and the way to take it back. */
export function DocumentDetailPage({ id }: { id: string }) {
  return <DetailPage definition={useMemo(() => detailOf(id), [id])} />;
}
