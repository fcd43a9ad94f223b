import { PlatformPage } from './platform-page.tsx';

export default function Meituan() {
  return <PlatformPage platform="meituan" />;
}
