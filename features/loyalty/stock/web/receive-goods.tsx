import { useSearchParams } from 'react-router';
import { DocumentForm } from './document-form.tsx';

/** Goods come in from a supplier; `?storeId=` where to. */
export default function ReceiveGoods() {
  const [query] = useSearchParams();
  return <DocumentForm kind="receipt" storeId={query.get('storeId') ?? undefined} />;
}
