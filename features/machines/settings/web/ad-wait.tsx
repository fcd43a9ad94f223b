import { SettingsScreen } from './settings-screen.tsx';

export default function AdWait() {
  return <SettingsScreen groups={['ads']} only={['ads.waitS']} />;
}
