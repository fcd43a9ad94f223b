import { SettingsScreen } from './settings-screen.tsx';

export default function Consume() {
  return <SettingsScreen groups={['consume']} />;
}
