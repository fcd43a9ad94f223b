import { StorePage } from './store-page.tsx';

export default function DouyinStore() {
  return <StorePage platform="douyin" />;
}
