import { StorePage } from './store-page.tsx';

export default function MeituanStore() {
  return <StorePage platform="meituan" />;
}
