import { DealsPage } from './deals-page.tsx';

export default function DouyinDeals() {
  return <DealsPage platform="douyin" />;
}
