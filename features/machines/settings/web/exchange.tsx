import { SettingsScreen } from './settings-screen.tsx';

export default function Exchange() {
  return <SettingsScreen groups={['exchange', 'notes']} />;
}
