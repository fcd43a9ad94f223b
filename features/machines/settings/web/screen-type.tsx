import { SettingsScreen } from './settings-screen.tsx';

export default function ScreenType() {
  return (
    <SettingsScreen
      groups={['screen']}
      only={['screen.size', 'screen.layout', 'screen.brightness', 'screen.showClock']}
    />
  );
}
