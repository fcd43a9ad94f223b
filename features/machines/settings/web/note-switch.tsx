import { SettingsScreen } from './settings-screen.tsx';

export default function NoteSwitch() {
  return <SettingsScreen groups={['noteSwitch']} />;
}
