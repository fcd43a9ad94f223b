import { clawScreens } from './claw-screens.ts';
import { SettingsScreen } from './settings-screen.tsx';

export default function ClawForce() {
  return <SettingsScreen groups={['force']} siblings={clawScreens} />;
}
