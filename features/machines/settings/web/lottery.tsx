import { SettingsScreen } from './settings-screen.tsx';

export default function Lottery() {
  return <SettingsScreen groups={['tickets']} />;
}
