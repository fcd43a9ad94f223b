import { clawScreens } from './claw-screens.ts';
import { SettingsScreen } from './settings-screen.tsx';

export default function ClawPlay() {
  return <SettingsScreen groups={['play', 'consume', 'sound']} siblings={clawScreens} />;
}
