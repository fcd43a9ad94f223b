import { createPortal } from 'react-dom';
import { formatDate } from '#kit/kernel/time.ts';
import { useText } from '#kit/ui/i18n.ts';
import type { DocumentDetail } from '../contract/documents.ts';
import { DocumentLines } from './document-lines.tsx';
import classes from './document-paper.module.css';

/** The document on paper, with room for signatures. On the screen it is not there. */
export function DocumentPaper({ document: paper }: { document: DocumentDetail }) {
  const t = useText();
  const places = [paper.storeName, paper.toStoreName].filter(Boolean).join(' → ');
  const about = [
    paper.supplierName && `${t('stock:field.supplierName')}: ${paper.supplierName}`,
    paper.userName && `${t('stock:field.userName')}: ${paper.userName}`,
    formatDate(new Date(paper.createdAt), 'Y-m-d H:M'),
  ];
  return createPortal(
    <div className={classes.paper} aria-hidden>
      <p>{paper.merchantName}</p>
      <h1>{`${t(`stock:kind.${paper.kind}`)} ${paper.number}`}</h1>
      <p>{places}</p>
      <p>{about.filter(Boolean).join(' · ')}</p>
      {paper.note && <p>{`${t('stock:field.note')}: ${paper.note}`}</p>}
      <DocumentLines document={paper} />
      <div className={classes.signatures}>
        <span>{t('stock:paper.madeBy')}</span>
        <span>{t('stock:paper.checkedBy')}</span>
        <span>{t('stock:paper.receivedBy')}</span>
      </div>
    </div>,
    document.body,
  );
}
