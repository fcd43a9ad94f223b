import { SettingsScreen } from './settings-screen.tsx';

export default function Notes() {
  return <SettingsScreen groups={['notes']} />;
}
