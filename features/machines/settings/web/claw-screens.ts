import type { SiblingScreen } from './settings-screen.tsx';

export const clawScreens: readonly SiblingScreen[] = [
  { path: '/dollMachineSetting', label: 'settings:claw.play' },
  { path: '/dollMachineSetting2', label: 'settings:claw.force' },
  { path: '/dollMachineSetting3', label: 'settings:claw.motion' },
];
