import { RecordsPage } from './records-page.tsx';

export default function DouyinRecords() {
  return <RecordsPage platform="douyin" />;
}
