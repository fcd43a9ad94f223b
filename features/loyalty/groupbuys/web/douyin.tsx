import { PlatformPage } from './platform-page.tsx';

export default function Douyin() {
  return <PlatformPage platform="douyin" />;
}
