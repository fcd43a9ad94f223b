import { RecordsPage } from './records-page.tsx';

export default function MeituanRecords() {
  return <RecordsPage platform="meituan" />;
}
