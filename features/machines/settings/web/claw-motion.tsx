import { clawScreens } from './claw-screens.ts';
import { SettingsScreen } from './settings-screen.tsx';

export default function ClawMotion() {
  return <SettingsScreen groups={['motion']} siblings={clawScreens} />;
}
