import { Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { DocumentDetail } from '../contract/documents.ts';
import classes from './stock.module.css';
import { variantWords } from './words.ts';

type Line = DocumentDetail['lines'][number];

const signed = (change: number) => (change > 0 ? `+${change}` : String(change));

interface Column {
  /** translation key */
  label: string;
  value: (line: Line) => React.ReactNode;
  sum?: (lines: readonly Line[]) => React.ReactNode;
  sign?: (line: Line) => number;
}

const totalOf = (lines: readonly Line[], key: 'pieces' | 'costFen') =>
  lines.reduce((sum, line) => sum + line[key], 0);

const piecesColumn: Column = {
  label: 'stock:field.pieces',
  value: ({ pieces }) => pieces,
  sum: (lines) => totalOf(lines, 'pieces'),
};
const costColumn: Column = {
  label: 'stock:field.costFen',
  value: ({ costFen }) => <Money fen={costFen} />,
  sum: (lines) => <Money fen={totalOf(lines, 'costFen')} />,
};

const countColumns: readonly Column[] = [
  { label: 'stock:field.expected', value: ({ expected }) => expected },
  { label: 'stock:field.counted', value: ({ counted }) => counted },
  {
    label: 'stock:field.difference',
    value: ({ pieces }) => signed(pieces),
    sum: (lines) => signed(totalOf(lines, 'pieces')),
    sign: ({ pieces }) => Math.sign(pieces),
  },
];

/** What the paper of this kind says of a line. */
function paperColumns({ kind, toStoreName }: DocumentDetail): readonly Column[] {
  if (kind === 'count') return [...countColumns, costColumn];
  if (toStoreName !== null) return [piecesColumn];
  const unit: Column = {
    label: 'stock:field.unitCostFen',
    value: ({ unitCostFen }) => <Money fen={unitCostFen} />,
  };
  return [piecesColumn, ...(kind === 'receipt' ? [unit] : []), costColumn];
}

/** The lines of a document as a table, on the screen and on paper. */
export function DocumentLines({ document }: { document: DocumentDetail }) {
  const t = useText();
  const columns = paperColumns(document);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={classes.scroll} aria-label={t('stock:doc.lines')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('stock:field.goodName')}</th>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {document.lines.map((line) => (
            <tr key={line.id}>
              <td>
                {variantWords(line)}
                {line.barcode && <span className={classes.code}>{line.barcode}</span>}
              </td>
              {columns.map(({ label, value, sign }) => (
                <td key={label} data-sign={sign?.(line)}>
                  {value(line)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{t('stock:doc.total')}</td>
            {columns.map(({ label, sum }) => (
              <td key={label}>{sum?.(document.lines)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
