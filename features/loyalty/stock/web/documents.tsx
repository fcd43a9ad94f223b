import { useSearchParams } from 'react-router';
import { DocumentDetailPage } from './document-detail.tsx';
import { DocumentForm } from './document-form.tsx';
import { DocumentList } from './document-list.tsx';

const written = ['transfer', 'count', 'loss'] as const;

/** All documents; `?id=` shows one, `?new=` writes one, `&storeId=` at this store. */
export default function Documents() {
  const [query] = useSearchParams();
  const id = query.get('id');
  const kind = written.find((one) => one === query.get('new'));
  if (id) return <DocumentDetailPage key={id} id={id} />;
  if (kind) return <DocumentForm key={kind} kind={kind} storeId={query.get('storeId') ?? undefined} />;
  return <DocumentList />;
}
