import { DealsPage } from './deals-page.tsx';

export default function MeituanDeals() {
  return <DealsPage platform="meituan" />;
}
